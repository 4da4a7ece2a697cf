// rows: hc.math.global
#include <math.h>

#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

// A program's own functions with names of hc_math.hpp, before and after using-directives.
static float rsqrt(float x) [[cpu, hc]] { return x + 1; }
static float phi(float x) [[cpu, hc]] { return x + 2; }
static float mad(float x, float y, float z) [[cpu, hc]] { return x * y + z; }

using namespace hc;
using namespace std;

int main() {
  array_view<float> out(4);
  parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = rsqrt(4.0f);
    out[1] = phi(4.0f);
    out[2] = mad(2, 3, 4) + sqrt(9.0f);
    out[3] = hc::precise_math::rsqrt(4.0f);
  });
  CHECK(out[0] == 5 && out[1] == 6 && out[2] == 13 && out[3] == 0.5f);
  CHECK(rsqrt(4.0f) == 5 && sqrt(9.0f) == 3);
  return failures();
}
