#pragma once

#include "matrix.hpp"

namespace nn {

enum transpose { N, T };

// c = op(a) * op(b), or c = beta * c + alpha * op(a) * op(b).
hc::completion_future gemm(context& ctx, transpose ta, transpose tb, const matrix& a, const matrix& b, matrix& c,
                           float alpha = 1.0f, float beta = 0.0f);

}  // namespace nn
