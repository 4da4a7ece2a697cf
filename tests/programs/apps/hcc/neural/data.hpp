#pragma once

#include <vector>

namespace nn {

// Points on the arms of a spiral, one class for each arm, in an order without pattern.
struct dataset {
  int count;
  int classes;
  std::vector<float> points;  // x and y
  std::vector<int> labels;
};

dataset make_spiral(int count, int classes);

}  // namespace nn
