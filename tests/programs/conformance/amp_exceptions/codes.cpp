// rows: amp.12.out_of_memory, amp.12.invalid_compute_domain, amp.12.unsupported_feature
#include <amp.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;

int main() {
  CHECK(out_of_memory().get_error_code() == HRESULT(E_OUTOFMEMORY));
  CHECK(out_of_memory("a").get_error_code() == out_of_memory().get_error_code());
  CHECK(std::strcmp(invalid_compute_domain("b").what(), "b") == 0);
  CHECK(std::strcmp(unsupported_feature("c").what(), "c") == 0);
  CHECK(invalid_compute_domain().get_error_code() < 0 && unsupported_feature().get_error_code() < 0);
  return failures();
}
