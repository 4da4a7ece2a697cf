// rows: amp.10.1.errors
// ptx: none
#include <amp_graphics.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  // No number of bits that a scalar has.
  CHECK_THROWS((texture<int, 1>(4, 7u)), runtime_exception, "bits");
  CHECK_THROWS((texture<float, 2>(4, 4, 24u)), runtime_exception, "bits");
  // A number that this type doesn't have.
  CHECK_THROWS((texture<int, 1>(4, 64u)), unsupported_feature, "bits");
  CHECK_THROWS((texture<float_4, 1>(4, 8u)), unsupported_feature, "bits");
  CHECK_THROWS((texture<double_2, 1>(4, 32u)), unsupported_feature, "bits");
  CHECK_THROWS((texture<unorm_4, 1>(4, 32u)), unsupported_feature, "bits");
  CHECK_THROWS((texture<norm, 1>(4, 64u)), unsupported_feature, "bits");
  // No extent of a texture.
  CHECK_THROWS((texture<int, 1>(0)), runtime_exception, "extent");
  CHECK_THROWS((texture<int, 2>(4, -1)), runtime_exception, "extent");
  CHECK_THROWS((texture<int, 3>(4, 0, 4, 8u)), runtime_exception, "extent");
  // More mipmap levels than the extent has: 8, 4, 2, 1.
  CHECK_THROWS((texture<int, 2>(8, 3, 32u, 5u)), runtime_exception, "mipmap");
  return failures();
}
