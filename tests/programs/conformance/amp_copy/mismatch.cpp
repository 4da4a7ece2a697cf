// rows: amp.5.3.exceptions
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(12, 1), longer(13, 1), shorter(11, 1);
  array<int, 2> a(3, 4), other(4, 3), larger(4, 4);
  array_view<int, 2> v(3, 4, data);
  CHECK_THROWS(copy(a, other), runtime_exception, "extents");
  CHECK_THROWS(copy(v, larger), runtime_exception, "extents");
  CHECK_THROWS(copy(larger, v), runtime_exception, "extents");
  CHECK_THROWS(copy(larger.section(0, 0, 2, 4), v), runtime_exception, "extents");
  CHECK_THROWS(copy_async(a, larger), runtime_exception, "extents");
  CHECK_THROWS(copy(shorter.begin(), shorter.end(), a), runtime_exception, "");
  CHECK_THROWS(copy(longer.begin(), longer.end(), v), runtime_exception, "");
  CHECK_THROWS(copy(data.begin(), data.begin(), a), runtime_exception, "");
  copy(data.begin(), data.end(), a);
  CHECK(std::vector<int>(a) == data);
  return failures();
}
