// rows: hc.language.recursion
#include <hc.hpp>

#include "check.hpp"

template <typename T>
constexpr T gcd(T a, T b) {
  return b == 0 ? a : gcd(b, a % b);
}
unsigned factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
int find(const int* values, int begin, int end, int wanted) [[hc]] {
  if (begin == end) return -1;
  const int middle = begin + (end - begin) / 2;
  if (values[middle] == wanted) return middle;
  return values[middle] < wanted ? find(values, middle + 1, end, wanted)
                                 : find(values, begin, middle, wanted);
}
struct Walk {
  int steps;
  void run(int n) [[hc]] {
    if (n == 1) return;
    ++steps;
    run(n % 2 ? 3 * n + 1 : n / 2);
  }
};

// A function that calls itself last is a loop, on SPIR-V, too.
int main() {
  hc::array_view<int, 2> v(64, 4);
  hc::parallel_for_each(hc::extent<1>(64), [=](hc::index<1> i) [[hc]] {
    const int n = i[0];
    int sorted[32];
    for (int k = 0; k < 32; ++k) sorted[k] = 3 * k;
    v(n, 0) = gcd(n, 48) + gcd(12, 18);
    v(n, 1) = factorial(n % 12);
    v(n, 2) = find(sorted, 0, 32, n);
    Walk walk = {0};
    walk.run(n + 1);
    v(n, 3) = walk.steps;
  });
  for (int n = 0; n < 64; ++n) {
    int divisor = n, other = 48, product = 1, steps = 0;
    while (other != 0) {
      const int left = divisor % other;
      divisor = other;
      other = left;
    }
    for (int k = 2; k <= n % 12; ++k) product *= k;
    for (int k = n + 1; k != 1; k = k % 2 ? 3 * k + 1 : k / 2) ++steps;
    CHECK(v(n, 0) == divisor + 6);
    CHECK(v(n, 1) == product);
    CHECK(v(n, 2) == (n % 3 == 0 ? n / 3 : -1));
    CHECK(v(n, 3) == steps);
  }
  return failures();
}
