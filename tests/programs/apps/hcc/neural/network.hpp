#pragma once

#include "data.hpp"
#include "layer.hpp"

namespace nn {

struct shape {
  int inputs;
  int hidden;
  int classes;
  int batch;
};

// Three layers and softmax with cross entropy; the first weights are the same on both sides.
std::vector<float> first_weights(int inputs, int outputs, unsigned seed);

class network {
 public:
  network(context& ctx, const shape& s);

  // One step on a batch; gives the mean loss.
  float train(const hc::array_view<const float, 2>& samples, const hc::array_view<const int, 1>& labels, float rate);

  // How many samples of a batch are classified as they should be.
  int correct(const hc::array_view<const float, 2>& samples, const hc::array_view<const int, 1>& labels);

 private:
  void load(const hc::array_view<const float, 2>& samples);
  void softmax(const hc::array_view<const int, 1>& labels);

  context& ctx;
  shape s;
  matrix input;
  matrix error;
  row losses;
  std::vector<std::unique_ptr<dense>> layers;
};

// The same on the host, in plain loops.
class host_network {
 public:
  explicit host_network(const shape& s);
  float train(const float* samples, const int* labels, float rate);

 private:
  struct host_layer {
    int inputs, outputs;
    activation_kind kind;
    std::vector<float> w, dw, vw, b, db, vb, y;
  };
  void forward(const float* samples);

  shape s;
  std::vector<host_layer> layers;
};

}  // namespace nn
