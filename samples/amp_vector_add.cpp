// C++ AMP: adds two vectors.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  const int n = 100000;
  std::vector<int> a(n), b(n), sum(n, -1);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i + 1;
  }

  array_view<const int, 1> av(n, a), bv(n, b);
  array_view<int, 1> sv(n, sum);
  sv.discard_data();
  parallel_for_each(sv.extent, [=](index<1> i) restrict(amp) { sv[i] = av[i] + bv[i]; });
  sv.synchronize();

  for (int i = 0; i < n; ++i)
    if (sum[i] != a[i] + b[i]) {
      std::cout << "FAILED: element " << i << " is " << sum[i] << "\n";
      return 1;
    }
  std::wcout << L"PASSED: " << n << L" sums on " << accelerator().description << std::endl;
  return 0;
}
