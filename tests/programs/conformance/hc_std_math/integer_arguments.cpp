// rows: hc.std.cmath
#include <cmath>
#include <cstdlib>
#include <hc.hpp>

#include "maths.hpp"

int main() {
  const int n = 20;
  hc::array_view<double> out(n * 6);
  hc::array_view<long long> whole(n * 4);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const int k = i[0] + 1;
    static_assert(std::is_same<decltype(std::pow(2, 3)), double>::value, "as in C++11");
    out[i[0] * 6] = std::sqrt(k);
    out[i[0] * 6 + 1] = std::pow(k, 3);
    out[i[0] * 6 + 2] = std::pow(1.5f, k);
    out[i[0] * 6 + 3] = std::sin(k) + std::exp(-k);
    out[i[0] * 6 + 4] = std::atan2(k, 2) + std::fmax(k, 2.5);
    out[i[0] * 6 + 5] = std::hypot(3 * k, 4 * k);
    whole[i[0] * 4] = std::abs(-k) + abs(-k);
    whole[i[0] * 4 + 1] = std::abs(-5000000000ll * k);
    whole[i[0] * 4 + 2] = std::labs(-long(k));
    whole[i[0] * 4 + 3] = std::llabs(-1ll * k);
  });
  for (int i = 0; i < n; ++i) {
    const int k = i + 1;
    CHECK(out[i * 6] == std::sqrt(k) && out[i * 6 + 5] == 5 * k);
    CHECK(std::fabs(out[i * 6 + 1] - double(k) * k * k) <= 1e-12 * k * k * k);
    CHECK(std::fabs(out[i * 6 + 2] - std::pow(1.5, k)) <= 1e-13 * std::pow(1.5, k));
    CHECK(std::fabs(out[i * 6 + 3] - std::sin(k) - std::exp(-k)) <= 1e-14);
    CHECK(std::fabs(out[i * 6 + 4] - std::atan2(k, 2) - (k > 2 ? k : 2.5)) <= 1e-14);
    CHECK(whole[i * 4] == 2 * k && whole[i * 4 + 1] == 5000000000ll * k && whole[i * 4 + 2] == k &&
          whole[i * 4 + 3] == k);
  }
  return failures();
}
