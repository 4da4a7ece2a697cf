// Adds two vectors through array_views: the smallest HC program. Argument: [elements].
#include <cstdlib>
#include <hc.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100000;
  std::vector<float> a(n), b(n), sum(n, -1.0f);
  for (int i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 0.5f * float(i);
  }

  hc::array_view<const float, 1> av(n, a), bv(n, b);
  hc::array_view<float, 1> sv(n, sum);
  sv.discard_data();  // what sum holds need not travel to the accelerator
  hc::parallel_for_each(sv.get_extent(), [=](hc::index<1> i) [[hc]] { sv[i] = av[i] + bv[i]; });
  sv.synchronize();

  for (int i = 0; i < n; ++i)
    if (sum[i] != a[i] + b[i]) {
      std::cout << "FAILED: element " << i << " is " << sum[i] << "\n";
      return 1;
    }
  std::cout << "PASSED: " << n << " sums\n";
  return 0;
}
