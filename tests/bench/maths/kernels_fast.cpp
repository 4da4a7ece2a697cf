#define TYPE float
#define MATHS hc::fast_math
#include "kernels.hpp"

FAST_UNARY(RUN_UNARY)
RUN_BINARY(pow, 0, 10)
#define SINGLE(name) run_##name
#define TWOFOLD(name) nullptr
extern const Measured fast_float[] = {FAST_UNARY(ROW_UNARY) ROW(pow, 0, 10, true, false)};
extern const int fast_float_count = sizeof(fast_float) / sizeof(Measured);
