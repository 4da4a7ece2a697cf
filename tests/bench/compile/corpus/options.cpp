// C++ AMP: maths functions.
#include <amp.h>
#include <amp_math.h>

#include <vector>

using namespace concurrency;

static float normal(float x) restrict(amp) { return 0.5f * precise_math::erfc(-x * 0.70710678f); }

void price(std::vector<float>& call, std::vector<float>& put, const std::vector<float>& spot,
           const std::vector<float>& strike, float rate, float spread, float years) {
  const int n = static_cast<int>(spot.size());
  array_view<float> c(n, call), p(n, put);
  array_view<const float> s(n, spot), k(n, strike);
  parallel_for_each(
      c.extent, [=](index<1> i) restrict(amp) {
        const float root = precise_math::sqrt(years);
        const float d1 =
            (precise_math::log(s[i] / k[i]) + (rate + 0.5f * spread * spread) * years) / (spread * root);
        const float d2 = d1 - spread * root, discount = precise_math::exp(-rate * years);
        c[i] = s[i] * normal(d1) - k[i] * discount * normal(d2);
        p[i] = k[i] * discount * normal(-d2) - s[i] * normal(-d1);
      });
  c.synchronize();
  p.synchronize();
}
