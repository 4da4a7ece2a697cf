// rows: amp.10.1.errors, amp.10.6.errors
// ptx: none
#include <amp_graphics.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<int> values(11);
  CHECK_THROWS((texture<int, 2>(3, 4, values.begin(), values.end())), runtime_exception, "fewer");
  CHECK_THROWS((texture<int, 2>(3, 4, values.data(), 44u, 32u)), runtime_exception, "fewer");
  texture<int, 2> t(3, 4), other(4, 3), narrow(3, 4, 8u), mips(3, 4, 32u, 2u);
  CHECK_THROWS(copy(values.begin(), values.end(), t), runtime_exception, "fewer");
  CHECK_THROWS(copy(values.data(), 44u, t), runtime_exception, "fewer");
  CHECK_THROWS(copy(t, values.data(), 44u), runtime_exception, "fewer");
  CHECK_THROWS(copy(t, other), runtime_exception, "extents");
  CHECK_THROWS(copy(t, narrow), runtime_exception, "bits");
  CHECK_THROWS(copy(t, mips), runtime_exception, "mipmap");
  CHECK_THROWS(copy(t, index<2>(1, 1), extent<2>(3, 1), values.begin()), runtime_exception, "section");
  CHECK_THROWS(copy(t, index<2>(0, -1), other, index<2>(), extent<2>(1, 1)), runtime_exception, "section");
  CHECK_THROWS(copy(t, index<2>(), other, index<2>(0, 1), extent<2>(2, 3)), runtime_exception, "section");
  return failures();
}
