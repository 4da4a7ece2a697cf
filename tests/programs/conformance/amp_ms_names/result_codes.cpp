// rows: amp.ms.names.windows
// ptx: none
// Windows' codes of results, which <windows.h> has, beside those that <amp.h> has.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

static const char* describe(const runtime_exception& error) {
  switch (error.get_error_code()) {
    case S_OK:
      return "fine";
    case E_FAIL:
      return "failed";
    case E_NOTIMPL:
      return "missing";
    case E_UNEXPECTED:
      return "unexpected";
    case DXGI_ERROR_DEVICE_REMOVED:
      return "removed";
    default:
      return "other";
  }
}

int main() {
  CHECK(describe(runtime_exception("a", S_OK))[0] == 'f');
  CHECK(describe(runtime_exception("b", E_NOTIMPL))[0] == 'm');
  CHECK(describe(runtime_exception("c", E_UNEXPECTED))[0] == 'u');
  CHECK(describe(accelerator_view_removed("d", DXGI_ERROR_DEVICE_REMOVED))[0] == 'r');
  CHECK(describe(runtime_exception("e", E_ABORT))[0] == 'o' && E_POINTER != E_ACCESSDENIED && S_FALSE == 1);
  return failures();
}
