// saxpy with OpenMP. Arguments: [elements] [repetitions].
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
#pragma omp parallel for
    for (int i = 0; i < n; ++i) y[i] += a * x[i];
  });
  return report(seconds, saxpy_right(x, y, n, repetitions + 1));
}
