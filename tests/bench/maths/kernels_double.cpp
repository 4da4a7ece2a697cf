#define TYPE double
#define MATHS hc::precise_math
#include "kernels.hpp"

EXACT_UNARY(RUN_UNARY)
EXACT_BINARY(RUN_BINARY)
NEAR_UNARY(RUN_UNARY)
NEAR_BINARY(RUN_BINARY)
#define SINGLE(name) nullptr
#define TWOFOLD(name) run_##name
extern const Measured precise_double[] = {EXACT_UNARY(ROW_EXACT_UNARY) EXACT_BINARY(ROW_EXACT_BINARY)
                                              NEAR_UNARY(ROW_UNARY) NEAR_BINARY(ROW_BINARY)};
extern const int precise_double_count = sizeof(precise_double) / sizeof(Measured);
