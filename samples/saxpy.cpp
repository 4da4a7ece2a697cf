// y = a * x + y on raw accelerator pointers. Argument: [elements].
#include <cmath>
#include <cstdlib>
#include <hc.hpp>
#include <hc_am.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  const float a = 2.0f;
  std::vector<float> hx(n), hy(n, 1.0f);
  for (int i = 0; i < n; ++i) hx[i] = float(i % 100);

  hc::accelerator acc;
  hc::accelerator_view view = acc.get_default_view();
  const std::size_t bytes = sizeof(float) * hx.size();
  float* x = hc::am_alloc(bytes, acc, 0);
  float* y = hc::am_alloc(bytes, acc, 0);
  if (x == nullptr || y == nullptr) {
    std::cout << "FAILED: no memory on the accelerator\n";
    return 1;
  }
  view.copy(hx.data(), x, bytes);
  view.copy(hy.data(), y, bytes);
  hc::parallel_for_each(view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { y[i[0]] += a * x[i[0]]; });
  view.copy(y, hy.data(), bytes);  // one view: the copy comes after the kernel
  hc::am_free(x);
  hc::am_free(y);

  for (int i = 0; i < n; ++i)
    if (hy[i] != 1.0f + a * hx[i]) {
      std::cout << "FAILED: element " << i << " is " << hy[i] << "\n";
      return 1;
    }
  std::wcout << L"PASSED: " << n << L" elements on " << acc.get_description() << std::endl;
  return 0;
}
