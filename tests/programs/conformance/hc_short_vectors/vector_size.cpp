// rows: hc.language.vector_size
#include <hc.hpp>

#include <cstring>

#include "check.hpp"

using namespace hc;

// GCC's vectors, with more numbers than SPIR-V's have, and as many.
template <class T, int N>
struct Lanes {
  typedef T type __attribute__((vector_size(N * sizeof(T))));
};

template <class T, int N>
unsigned long mixed(unsigned long seed) [[cpu, hc]] {
  using V = typename Lanes<T, N>::type;
  V a, b;
  for (int i = 0; i < N; ++i) a[i] = static_cast<T>(seed * 37 + i * 5), b[i] = static_cast<T>(i * 3 + 1);
  b = a < b ? a * b : b - a;
  a[seed % N] = b[(seed >> 2) % N];
  a = a + static_cast<T>(3);
  V all[2] = {a, b};
  all[seed & 1] += b;
  T cells[N + 1];
  std::memcpy(cells + 1, &all[(seed >> 1) & 1], sizeof a);
  std::memcpy(&a, cells + 1, sizeof a);
  unsigned long sum = 0;
  for (int i = 0; i < N; ++i) sum = sum * 31 + static_cast<unsigned long>(static_cast<long>(a[i] + b[i]));
  return sum;
}
unsigned long all_of(unsigned long seed) [[cpu, hc]] {
  return mixed<unsigned short, 32>(seed) ^ mixed<unsigned char, 64>(seed) * 3 ^ mixed<unsigned, 16>(seed) * 5 ^
         mixed<float, 4>(seed & 15) * 7 ^ mixed<double, 8>(seed & 15) * 9 ^ mixed<unsigned char, 16>(seed) * 11;
}

int main() {
  constexpr int n = 64;
  array_view<unsigned long, 1> sums(n);
  parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] { sums[i] = all_of(i[0] * 977ul); });
  for (int i = 0; i < n; ++i) CHECK(sums[i] == all_of(i * 977ul));
  return failures();
}
