#pragma once

#include <hc.hpp>
#include <vector>

namespace nn {

typedef hc::array<float, 2> matrix;
typedef hc::array<float, 1> row;

// Where everything runs: a view, and what is in flight on it.
class context {
 public:
  context() : av(hc::accelerator().create_view()) {}
  explicit context(const hc::accelerator& acc) : av(const_cast<hc::accelerator&>(acc).create_view()) {}

  hc::accelerator_view view() { return av; }
  void wait() { av.wait(); }

 private:
  hc::accelerator_view av;
};

}  // namespace nn
