// rows: hc.misc.wide_to_real
#include <hc.hpp>

#include "check.hpp"

// Numbers side by side: what vectorisers take together.
template <class Real, class Wide, class Narrow>
void convert(int n) {
  hc::array_view<Narrow> from(n);
  hc::array_view<Real> to(8 * n);
  for (int i = 0; i < n; ++i) from[i] = static_cast<Narrow>(i % 3 ? i * 977 : -i * 31);
  hc::parallel_for_each(from.get_extent(), [=](hc::index<1> i) [[hc]] {
    const Narrow x = from[i];
    Real own[8];
    for (int k = 0; k < 8; ++k) own[k] = static_cast<Real>(static_cast<Wide>(static_cast<Narrow>(x - 3 * k)));
    for (int k = 0; k < 8; ++k) to[i[0] * 8 + k] = own[k];
  });
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 8; ++k) {
      const volatile Wide wide = static_cast<Wide>(static_cast<Narrow>(from[i] - 3 * k));
      wrong += to[i * 8 + k] != static_cast<Real>(wide);
    }
  }
  CHECK(wrong == 0);
}

int main() {
  for (int n : {1, 5, 67}) {
    convert<float, unsigned long, int>(n);
    convert<float, unsigned long, short>(n);
    convert<float, unsigned long, signed char>(n);
    convert<double, unsigned long, int>(n);
    convert<double, unsigned long, short>(n);
    convert<float, long, int>(n);
    convert<float, unsigned, short>(n);
    convert<double, unsigned, signed char>(n);
    convert<float, unsigned long, unsigned>(n);
  }
  return failures();
}
