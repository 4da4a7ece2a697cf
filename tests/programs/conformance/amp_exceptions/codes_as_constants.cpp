// rows: amp.12.runtime_exception
// flags: -Wall -Wextra -Werror
// ptx: none
// The names of codes are constants of get_error_code()'s type: a switch and braces take them.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

static int known(int code) {
  switch (code) {
    case E_FAIL:
      return 1;
    case E_INVALIDARG:
      return 2;
    case E_OUTOFMEMORY:
      return 3;
    default:
      return 0;
  }
}

int main() {
  const int code{E_INVALIDARG};
  CHECK(known(runtime_exception("a", E_FAIL).get_error_code()) == 1);
  CHECK(known(runtime_exception("b", code).get_error_code()) == 2);
  CHECK(known(out_of_memory().get_error_code()) == 3);
  CHECK(runtime_exception("c", code).get_error_code() == E_INVALIDARG && code < 0);
  return failures();
}
