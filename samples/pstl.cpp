// Parallel algorithms: the policy par runs them on the default accelerator. Argument: [elements].
#include <cstdlib>
#include <experimental/algorithm>
#include <experimental/numeric>
#include <hc.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  using namespace std::experimental::parallel;
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  std::vector<int> values(n), squares(n), sums(n);
  for (int i = 0; i < n; ++i) values[i] = (i * 7919ll) % 1009;

  sort(par, values.begin(), values.end());
  transform(par, values.begin(), values.end(), squares.begin(), [](int v) { return v * v % 16; });
  inclusive_scan(par, squares.begin(), squares.end(), sums.begin());
  const int total = reduce(par, squares.begin(), squares.end(), 0);

  bool right = n == 0 || sums[n - 1] == total;
  for (int i = 1; i < n; ++i)
    right &= values[i - 1] <= values[i] && sums[i] - sums[i - 1] == values[i] * values[i] % 16;
  std::cout << (right ? "PASSED" : "FAILED") << ": " << n << " elements, the sum is " << total << "\n";
  return right ? 0 : 1;
}
