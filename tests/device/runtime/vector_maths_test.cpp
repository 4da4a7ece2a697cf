// Maths functions of vectors where there is no libmvec: each element is the scalar function's.
#include <dlfcn.h>

#include <cstring>

#include "expect.hpp"

#define dlopen(name, flags) nullptr
#include "../../../runtime/backends/host/vector_maths.cpp"
#undef dlopen

TEST(VectorMaths, WithoutALibraryEachElementIsTheScalarResult) {
  const F4 x = {0.5f, -2.0f, 80.0f, -100.0f};
  const F4 exponentials = __hcrt_v4_expf(x), powers = __hcrt_v4_powf(x, x);
  const D2 y = {0.25, 1e300};
  const D2 logarithms = __hcrt_v2_log(y), angles = __hcrt_v2_atan2(y, -y);
  for (int n = 0; n < 4; ++n) {
    const float power = powf(x[n], x[n]);
    EXPECT_EQ(exponentials[n], expf(x[n]));
    EXPECT_TRUE(powers[n] == power || (powers[n] != powers[n] && power != power));
  }
  for (int n = 0; n < 2; ++n) {
    EXPECT_EQ(logarithms[n], log(y[n]));
    EXPECT_EQ(angles[n], atan2(y[n], -y[n]));
  }
}
