#include "layer.hpp"

#include "gemm.hpp"

namespace nn {

static void fill(context& ctx, matrix& m, float value) {
  hc::parallel_for_each(ctx.view(), m.get_extent(), [value, &m](hc::index<2> i) [[hc]] { m[i] = value; });
}

static void fill(context& ctx, row& m, float value) {
  hc::parallel_for_each(ctx.view(), m.get_extent(), [value, &m](hc::index<1> i) [[hc]] { m[i] = value; });
}

dense::dense(context& c, int batch, int inputs, int outputs, activation_kind kind, const std::vector<float>& weights)
    : ctx(c),
      kind(kind),
      batch(batch),
      inputs(inputs),
      outputs(outputs),
      w(inputs, outputs, weights.begin(), weights.end(), ctx.view()),
      dw(inputs, outputs, ctx.view()),
      vw(inputs, outputs, ctx.view()),
      b(outputs, ctx.view()),
      db(outputs, ctx.view()),
      vb(outputs, ctx.view()),
      y(batch, outputs, ctx.view()),
      dx(batch, inputs, ctx.view()) {
  fill(ctx, vw, 0.0f);
  fill(ctx, b, 0.0f);
  fill(ctx, vb, 0.0f);
}

const matrix& dense::forward(const matrix& x) {
  gemm(ctx, N, N, x, w, y);
  matrix& out = y;
  row& bias = b;
  const activation_kind f = kind;
  hc::parallel_for_each(ctx.view(), out.get_extent(), [f, &out, &bias](hc::index<2> i) [[hc]] {
    out[i] = activate(f, out[i] + bias[i[1]]);
  });
  return y;
}

const matrix& dense::backward(const matrix& x, matrix& error) {
  const matrix& out = y;
  const activation_kind f = kind;
  hc::parallel_for_each(ctx.view(), error.get_extent(), [f, &error, &out](hc::index<2> i) [[hc]] {
    error[i] *= derivative(f, out[i]);
  });

  gemm(ctx, T, N, x, error, dw, 1.0f / batch);
  row& bias = db;
  const int n = batch;
  hc::parallel_for_each(ctx.view(), bias.get_extent(), [n, &bias, &error](hc::index<1> i) [[hc]] {
    float sum = 0.0f;
    for (int s = 0; s < n; ++s) sum += error(s, i[0]);
    bias[i] = sum / n;
  });
  gemm(ctx, N, T, error, w, dx);
  return dx;
}

void dense::update(float rate, float momentum) {
  matrix &weight = w, &gradient = dw, &velocity = vw;
  hc::parallel_for_each(ctx.view(), weight.get_extent(), [=, &weight, &gradient, &velocity](hc::index<2> i) [[hc]] {
    velocity[i] = momentum * velocity[i] - rate * gradient[i];
    weight[i] += velocity[i];
  });
  row &bias = b, &bias_gradient = db, &bias_velocity = vb;
  hc::parallel_for_each(ctx.view(), bias.get_extent(),
                        [=, &bias, &bias_gradient, &bias_velocity](hc::index<1> i) [[hc]] {
                          bias_velocity[i] = momentum * bias_velocity[i] - rate * bias_gradient[i];
                          bias[i] += bias_velocity[i];
                        });
}

}  // namespace nn
