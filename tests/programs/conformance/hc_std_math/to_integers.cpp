// rows: hc.std.cmath
#include <cmath>
#include <hc.hpp>

#include "maths.hpp"

template <class T>
static long long all(T x) [[cpu, hc]] {
  return std::lround(x) + 100 * std::llround(x) + 10000 * std::lrint(x) + 1000000 * std::llrint(x) +
         100000000ll * std::ilogb(x + T(40));
}

template <class T>
static void check_type() {
  const int n = 121;
  hc::array_view<long long> out(n);
  hc::parallel_for_each(hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { out[i] = all(T(0.25) * T(i[0] - 60)); });  // ties too
  for (int i = 0; i < n; ++i) CHECK(out[i] == all(T(0.25) * T(i - 60)));
  CHECK(std::lround(T(2.5)) == 3 && std::lrint(T(2.5)) == 2);
}

int main() {
  check_type<float>();
  check_type<double>();
  return failures();
}
