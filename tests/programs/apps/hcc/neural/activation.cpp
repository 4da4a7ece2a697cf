#include "activation.hpp"

#include <hc.hpp>
#include <hc_math.hpp>
#include <cmath>

namespace nn {

float activate(activation_kind kind, float x) [[hc]] {
  switch (kind) {
    case RELU: return hc::fast_math::fmax(x, 0.0f);
    case TANH: return hc::precise_math::tanh(x);
    case SIGMOID: return 1.0f / (1.0f + hc::precise_math::exp(-x));
    default: return x;
  }
}

float derivative(activation_kind kind, float y) [[hc]] {
  switch (kind) {
    case RELU: return y > 0.0f ? 1.0f : 0.0f;
    case TANH: return 1.0f - y * y;
    case SIGMOID: return y * (1.0f - y);
    default: return 1.0f;
  }
}

float activate_host(activation_kind kind, float x) {
  switch (kind) {
    case RELU: return std::fmax(x, 0.0f);
    case TANH: return std::tanh(x);
    case SIGMOID: return 1.0f / (1.0f + std::exp(-x));
    default: return x;
  }
}

float derivative_host(activation_kind kind, float y) {
  switch (kind) {
    case RELU: return y > 0.0f ? 1.0f : 0.0f;
    case TANH: return 1.0f - y * y;
    case SIGMOID: return y * (1.0f - y);
    default: return 1.0f;
  }
}

}  // namespace nn
