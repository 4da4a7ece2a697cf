// rows: hc.language.long_double
// Operators of floating literals can take long double alone: on devices without it they compute in double.
#include <hc.hpp>

#include "check.hpp"

namespace lengths {
constexpr double operator""_km(long double x) [[cpu]] [[hc]] { return static_cast<double>(x) * 1000; }
constexpr float operator""_half(long double x) [[cpu]] [[hc]] { return static_cast<float>(x / 2); }
constexpr unsigned long operator""_k(unsigned long long n) [[cpu]] [[hc]] { return n * 1000; }
}  // namespace lengths
template <class T>
struct Angle {
  T degrees;
  friend constexpr Angle<double> operator""_turns(long double x);
};
constexpr Angle<double> operator""_turns(long double x) { return {static_cast<double>(360 * x)}; }

int main() {
  using namespace lengths;
  std::vector<double> data(8, 1);
  hc::array_view<double> v(8, data);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    constexpr double far = 0.75_km;
    v[i] += i[0] & 1 ? 2.5_km : far + 7.0_half + (0.25_turns).degrees + 3_k;
  });
  v.synchronize();
  for (int i = 0; i < 8; ++i) CHECK(data[i] == (i & 1 ? 2501 : 751 + 3.5 + 90 + 3000));
  return failures();
}
