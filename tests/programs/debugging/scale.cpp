#include <cstdio>
#include <hc.hpp>
#include <vector>

static int offsets[] = {10, 20, 30};

float moved(float value) [[hc]] {
  float result = value + offsets[0];  // inside
  return result;
}

int main() {
  const int n = 100;
  const float factor = 3;
  std::vector<float> data(n, 1.5f);
  hc::array_view<float> view(n, data);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] {
    float value = view[i];  // first
    float scaled = value * factor;
    view[i] = moved(scaled);
  });
  std::printf("%g\n", view[42]);
}
