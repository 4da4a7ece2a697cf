#define TYPE float
#define MATHS hc::precise_math
#include "kernels.hpp"

EXACT_UNARY(RUN_UNARY)
EXACT_BINARY(RUN_BINARY)
NEAR_UNARY(RUN_UNARY)
NEAR_BINARY(RUN_BINARY)
#define SINGLE(name) run_##name
#define TWOFOLD(name) nullptr
extern const Measured precise_float[] = {EXACT_UNARY(ROW_EXACT_UNARY) EXACT_BINARY(ROW_EXACT_BINARY)
                                             NEAR_UNARY(ROW_UNARY) NEAR_BINARY(ROW_BINARY)};
extern const int precise_float_count = sizeof(precise_float) / sizeof(Measured);
