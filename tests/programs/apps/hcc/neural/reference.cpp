#include "network.hpp"

#include <cmath>

namespace nn {

host_network::host_network(const shape& shape) : s(shape) {
  const int sizes[] = {s.inputs, s.hidden, s.hidden, s.classes};
  const activation_kind kinds[] = {TANH, RELU, IDENTITY};
  for (int i = 0; i < 3; ++i) {
    host_layer l;
    l.inputs = sizes[i];
    l.outputs = sizes[i + 1];
    l.kind = kinds[i];
    l.w = first_weights(l.inputs, l.outputs, i + 1);
    l.dw.resize(l.w.size());
    l.vw.resize(l.w.size());
    l.b.resize(l.outputs);
    l.db.resize(l.outputs);
    l.vb.resize(l.outputs);
    l.y.resize(s.batch * l.outputs);
    layers.push_back(l);
  }
}

void host_network::forward(const float* samples) {
  const float* x = samples;
  for (auto& l : layers) {
    for (int n = 0; n < s.batch; ++n)
      for (int o = 0; o < l.outputs; ++o) {
        float sum = l.b[o];
        for (int i = 0; i < l.inputs; ++i) sum += x[n * l.inputs + i] * l.w[i * l.outputs + o];
        l.y[n * l.outputs + o] = activate_host(l.kind, sum);
      }
    x = l.y.data();
  }
}

float host_network::train(const float* samples, const int* labels, float rate) {
  forward(samples);

  std::vector<float> error(s.batch * s.classes);
  float loss = 0.0f;
  const std::vector<float>& logits = layers.back().y;
  for (int n = 0; n < s.batch; ++n) {
    const float* z = &logits[n * s.classes];
    float largest = z[0], sum = 0.0f;
    for (int c = 1; c < s.classes; ++c) largest = std::fmax(largest, z[c]);
    for (int c = 0; c < s.classes; ++c) sum += error[n * s.classes + c] = std::exp(z[c] - largest);
    for (int c = 0; c < s.classes; ++c) error[n * s.classes + c] /= sum;
    loss -= std::log(error[n * s.classes + labels[n]]);
    error[n * s.classes + labels[n]] -= 1.0f;
  }

  for (int k = 2; k >= 0; --k) {
    host_layer& l = layers[k];
    const float* x = k > 0 ? layers[k - 1].y.data() : samples;
    for (size_t i = 0; i < error.size(); ++i) error[i] *= derivative_host(l.kind, l.y[i]);
    for (int i = 0; i < l.inputs; ++i)
      for (int o = 0; o < l.outputs; ++o) {
        float sum = 0.0f;
        for (int n = 0; n < s.batch; ++n) sum += x[n * l.inputs + i] * error[n * l.outputs + o];
        l.dw[i * l.outputs + o] = sum / s.batch;
      }
    for (int o = 0; o < l.outputs; ++o) {
      float sum = 0.0f;
      for (int n = 0; n < s.batch; ++n) sum += error[n * l.outputs + o];
      l.db[o] = sum / s.batch;
    }
    std::vector<float> below(s.batch * l.inputs);
    for (int n = 0; n < s.batch; ++n)
      for (int i = 0; i < l.inputs; ++i) {
        float sum = 0.0f;
        for (int o = 0; o < l.outputs; ++o) sum += error[n * l.outputs + o] * l.w[i * l.outputs + o];
        below[n * l.inputs + i] = sum;
      }
    error.swap(below);
  }

  for (auto& l : layers) {
    for (size_t i = 0; i < l.w.size(); ++i) l.w[i] += l.vw[i] = 0.9f * l.vw[i] - rate * l.dw[i];
    for (size_t i = 0; i < l.b.size(); ++i) l.b[i] += l.vb[i] = 0.9f * l.vb[i] - rate * l.db[i];
  }
  return loss / s.batch;
}

}  // namespace nn
