// Plain C++ that calls the library with the kernels.
#include <cstdio>

#include "dot_kernels.hpp"

int main() {
  const int n = 1000;
  std::vector<double> ones(n, 1), numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i;
  const double found = dot(ones, numbers);
  const double expected = n * (n - 1) / 2.0;
  std::printf("%s: %g\n", found == expected ? "PASSED" : "FAILED", found);
  return found == expected ? 0 : 1;
}
