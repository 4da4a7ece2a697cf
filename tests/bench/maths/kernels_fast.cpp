#define TYPE float
#define MATHS hc::fast_math
#include "kernels.hpp"

#define RUN_FAST(name, low, high, ulp, absolute) RUN_UNARY(name, low, high)
#define ROW_FAST_UNARY(name, low, high, ulp, absolute) ROW_FAST(name, low, high, 0, ulp, absolute)
FAST_UNARY(RUN_FAST)
RUN_BINARY(pow, 0.01, 10)
#define SINGLE(name) run_##name
extern const Measured fast_float[] = {FAST_UNARY(ROW_FAST_UNARY) ROW_FAST(pow, 0.01, 10, 20, 512, 0)};
extern const int fast_float_count = sizeof(fast_float) / sizeof(Measured);
