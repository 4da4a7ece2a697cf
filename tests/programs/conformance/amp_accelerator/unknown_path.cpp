// rows: amp.3.1.path_constructor
#include <amp.h>

#include <cstring>
#include <string>

#include "check.hpp"

using namespace concurrency;

int main() {
  CHECK_THROWS(accelerator(L"no such device"), runtime_exception, "");
  try {
    accelerator missing(L"direct3d/none");
    CHECK(false);
  } catch (const runtime_exception& error) {
    CHECK(error.get_error_code() == HRESULT(E_INVALIDARG));
  }
  CHECK(!accelerator::set_default(L"no such device"));
  return failures();
}
