// saxpy in HC. Arguments: [elements] [repetitions].
#include <hc.hpp>

#include "saxpy.hpp"

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 201;
  std::vector<float> hx(n), hy(n, 1.0f);
  for (int i = 0; i < n; ++i) hx[i] = saxpy_x(i);
  const float* x = hx.data();
  float* y = hy.data();
  const float a = saxpy_factor;
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { y[i[0]] += a * x[i[0]]; }).wait();
  });
  return report(seconds, saxpy_right(x, y, n, repetitions + 1));
}
