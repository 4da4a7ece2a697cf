// rows: hc.programs.whole
// flags: -std=c++20
#include <array>
#include <bitset>
#include <complex>
#include <functional>
#include <hc.hpp>
#include <limits>
#include <numeric>
#include <optional>
#include <ratio>
#include <tuple>
#include <variant>
using namespace hc;
int main() {
  array_view<double> r(16);
  std::complex<float> z(1, 2);
  std::optional<int> o(5);
  std::bitset<40> bits(0x5555);
  std::array<std::pair<int, float>, 2> ap{{{1, 2.f}, {3, 4.f}}};
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    r[0] = std::abs(z * z) + std::real(std::conj(z));
    r[1] = o.value_or(3) + (o ? 1 : 0);
    r[2] = bits.count() + bits[2];
    r[3] = ap[1].second + std::accumulate(&ap[0].first, &ap[0].first + 1, 0);
    r[4] = std::numeric_limits<float>::max() > 1e30f ? 1 : 0;
    auto t = std::make_tuple(1, 2.0, 'c');
    r[5] = std::get<1>(t) + std::tuple_size<decltype(t)>::value;
    r[6] = std::plus<>()(2, 3.5);
    std::array<int, 5> a{5, 2, 4, 1, 3};
    r[7] = *std::min_element(a.begin(), a.end()) +
           std::count_if(a.begin(), a.end(), [](int x) { return x > 2; });
    std::reference_wrapper<std::array<int, 5>> w(a);
    w.get()[0] = 50;
    r[8] = a[0];
    r[9] = std::clamp(7, 1, 5);
    r[10] = std::exchange(a[1], 9) + a[1];
    r[11] = std::inner_product(a.begin(), a.end(), a.begin(), 0);
    std::variant<int, float> var = 2.5f;
    r[12] = std::holds_alternative<float>(var) ? *std::get_if<float>(&var) : 0;
    r[13] = std::midpoint(2, 8);
  }).wait();
  const double want[] = {6, 6, 9, 5, 1, 5, 5.5, 4, 50, 5, 11, 2500 + 81 + 16 + 1 + 9, 2.5, 5};
  for (int i = 0; i < 14; ++i)
    if (std::abs(r[i] - want[i]) > 1e-5) {
      std::printf("%d %f %f\n", i, r[i], want[i]);
      return i + 1;
    }
  return 0;
}
