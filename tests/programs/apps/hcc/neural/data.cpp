#include "data.hpp"

#include <cmath>

namespace nn {

dataset make_spiral(int count, int classes) {
  dataset d;
  d.count = count;
  d.classes = classes;
  unsigned state = 99;
  auto uniform = [&state]() {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0f;
  };
  for (int i = 0; i < count; ++i) {
    const int label = int(uniform() * classes) % classes;
    const float radius = 0.1f + 0.9f * uniform();
    const float angle = 4.0f * radius + 6.2831853f * label / classes + 0.2f * (uniform() - 0.5f);
    d.points.push_back(radius * std::cos(angle));
    d.points.push_back(radius * std::sin(angle));
    d.labels.push_back(label);
  }
  return d;
}

}  // namespace nn
