// rows: hc.library.numeric
// flags: -std=c++20
// <numeric>.
#include <functional>
#include <limits>
#include <numeric>

#include "record.hpp"

static void fill(int i, int* v, int n) [[cpu, hc]] {
  for (int k = 0; k < n; ++k) v[k] = int((unsigned(i) * 2654435761u + unsigned(k) * 40503u) >> 7) % 17;
}

static void sum(const int* v, int n, Record& r) [[cpu, hc]] {
  unsigned s = 0;
  for (int k = 0; k < n; ++k) s = s * 19u + unsigned(v[k]);
  r(s % 1000000007);
}

static void numerics(int i, Record& r) [[cpu, hc]] {
  int v[20], w[20];
  fill(i, v, 20);
  std::iota(w, w + 20, i);
  sum(w, 20, r);
  r(std::accumulate(v, v + 20, 0));
  r(std::accumulate(v, v + 20, 1LL, [](long long a, int b) { return (a * 31 + b) % 1000003; }));
  r(std::inner_product(v, v + 20, w, 5));
  r(std::inner_product(v, v + 20, w, 5, std::plus<>(), std::minus<>()));
  std::partial_sum(v, v + 20, w);
  sum(w, 20, r);
  std::adjacent_difference(v, v + 20, w);
  sum(w, 20, r);
  std::inclusive_scan(v, v + 20, w);
  sum(w, 20, r);
  std::exclusive_scan(v, v + 20, w, 3);
  sum(w, 20, r);
  std::inclusive_scan(v, v + 20, w, [](int a, int b) { return a > b ? a : b; });
  sum(w, 20, r);
  std::transform_inclusive_scan(v, v + 20, w, std::plus<>(), [](int x) { return x * 2; });
  sum(w, 20, r);
  std::transform_exclusive_scan(v, v + 20, w, 1, std::plus<>(), [](int x) { return x * 2; });
  sum(w, 20, r);
  r(std::reduce(v, v + 20)), r(std::reduce(v, v + 20, 5));
  r(std::reduce(v, v + 20, 0, [](int a, int b) { return a ^ b; }));
  r(std::transform_reduce(v, v + 20, w, 0));
  r(std::transform_reduce(v, v + 20, 0, std::plus<>(), [](int x) { return x * x; }));
  r(std::gcd(i * 12, 18)), r(std::lcm(i + 1, 14)), r(std::gcd(-12L * i, 8));
  r(std::midpoint(i, 100)), r(std::midpoint(-5, i)), r(std::midpoint(1.5, double(i)));
  r(std::midpoint(v, v + i % 20) - v), r(std::lerp(1.0, 5.0, i * 0.125));
  r(std::lerp(1.0f, 5.0f, i * 0.125f)), r(std::midpoint(0u, unsigned(i) * 99u));
  r(std::midpoint(std::numeric_limits<int>::max(), i));
}

int main() {
  COMPARE(numerics, 1e-12);
  return failures();
}
