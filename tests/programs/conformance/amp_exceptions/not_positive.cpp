// rows: amp.5.1.extent_positive, amp.5.2.extent_positive
// ptx: none
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  CHECK_THROWS((array<int, 1>(0)), runtime_exception, "extent");
  CHECK_THROWS((array<int, 2>(4, -1)), runtime_exception, "extent");
  CHECK_THROWS((array_view<int, 1>(0, data)), runtime_exception, "extent");
  CHECK_THROWS((array_view<int, 3>(extent<3>(1, 0, 2), data)), runtime_exception, "extent");
  CHECK_THROWS((array_view<int, 2>(-1, 2)), runtime_exception, "extent");
  CHECK_THROWS((array_view<int, 1>(9, data)), runtime_exception, "fewer elements");
  try {
    const array_view<const int, 1> short_of_elements(9, data);
    CHECK(false);
  } catch (const runtime_exception& error) {
    CHECK(error.get_error_code() == HRESULT(E_INVALIDARG));
  }
  return failures();
}
