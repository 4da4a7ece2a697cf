#pragma once

#include <memory>

#include "activation.hpp"
#include "matrix.hpp"

namespace nn {

// A fully connected layer: y = f(x * w + b).
class dense {
 public:
  dense(context& ctx, int batch, int inputs, int outputs, activation_kind kind, const std::vector<float>& weights);

  const matrix& forward(const matrix& x);

  // Takes the error of the outputs, gives that of the inputs, and keeps the gradients.
  const matrix& backward(const matrix& x, matrix& error);
  void update(float rate, float momentum);

  const matrix& output() const { return y; }
  matrix& weights() { return w; }

 private:
  context& ctx;
  activation_kind kind;
  int batch, inputs, outputs;
  matrix w, dw, vw;
  row b, db, vb;
  matrix y, dx;
};

}  // namespace nn
