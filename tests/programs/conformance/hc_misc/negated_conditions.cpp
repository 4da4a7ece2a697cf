// rows: hc.parallel_for_each.extent
// A condition is 1 as a number, and -1 where it is negated as an integer.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

template <class T>
inline T of_conditions(int x, int y) [[cpu, hc]] {
  const T less = static_cast<T>(-(x < y)), equal = static_cast<T>(-static_cast<signed char>(x == y));
  T row = 0;
  for (int k = 0; k < 3; ++k) row += static_cast<T>(-static_cast<long>((x >> k & 1) != 0)) * static_cast<T>(k + 1);
  return less * 100 + equal * 50 + row * 5 + static_cast<T>(x > y) * 2 + (-static_cast<T>(y & 1));
}

template <class T>
void try_type() {
  const int n = 64;
  std::vector<T> out(n);
  {
    hc::array_view<T, 1> to(n, out);
    hc::parallel_for_each(to.get_extent(), [=](hc::index<1> i) [[hc]] { to[i] = of_conditions<T>(i[0], i[0] * 5 % 64); });
  }
  for (int i = 0; i < n; ++i) CHECK(out[i] == of_conditions<T>(i, i * 5 % 64));
}

int main() {
  try_type<float>();
  try_type<double>();
  try_type<int>();
  return failures();
}
