// scalbln, which neither OpenCL nor libdevice has.
#include "library.hpp"

extern "C" {
float ldexpf(float, int);
double ldexp(double, int);
}

namespace {

/// Beyond the range of any exponent every power gives the same.
int in_range(long power) { return static_cast<int>(power < -9999 ? -9999 : power > 9999 ? 9999 : power); }

}  // namespace

HCRT_LIBRARY float scalblnf(float x, long power) { return ldexpf(x, in_range(power)); }
HCRT_LIBRARY double scalbln(double x, long power) { return ldexp(x, in_range(power)); }
