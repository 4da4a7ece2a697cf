// rows: amp.3.1.default_cpu_access_type, amp.3.1.set_default_cpu_access_type
#include <amp.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator acc;
  CHECK_THROWS(acc.set_default_cpu_access_type(access_type_auto), runtime_exception, "access_type_auto");
  CHECK(acc.set_default_cpu_access_type(access_type_none));
  if (acc.supports_cpu_shared_memory) {
    CHECK(acc.set_default_cpu_access_type(access_type_read));
  } else {
    CHECK(!acc.set_default_cpu_access_type(access_type_read));
  }
  const access_type chosen = acc.supports_cpu_shared_memory ? access_type_read : access_type_none;
  CHECK(acc.default_cpu_access_type == chosen);
  CHECK(!acc.set_default_cpu_access_type(access_type_none));  // it has been asked for
  array<int, 1> a(4);
  CHECK(a.cpu_access_type == chosen);
  return failures();
}
