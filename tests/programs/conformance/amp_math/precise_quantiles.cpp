// rows: amp.9.2.probit, amp.9.2.max, amp.9.1.max
#include <amp.h>
#include <amp_math.h>

#include <algorithm>
#include <cmath>

#include "check.hpp"

using namespace concurrency;
using namespace std;

int main() {
  const double p[] = {0.5, 0.975, 0.001, 0.25},
               quantiles[] = {0, 1.9599639845400545, -3.0902323061678132, -0.6744897501960817};
  array_view<const double> from(4, p);
  array_view<double> wide(4), largest(4);
  array_view<float> narrow(4), most(4);
  parallel_for_each(
      from.extent, [=](index<1> i) restrict(amp) {
        using namespace concurrency::precise_math;
        const float x = static_cast<float>(from[i]);
        wide[i] = probit(from[i]) + phi(probit(from[i])) - from[i];
        narrow[i] = probit(x) + probitf(x);
        largest[i] = precise_math::max(from[i], 0.5) - precise_math::min(from[i], 0.5);
        most[i] = fast_math::max(x, 0.5f) - fast_math::min(x, 0.5f) + max(2.0f, x) + max(1, 2);
      });
  for (int i = 0; i < 4; ++i) {
    CHECK(fabs(wide[i] - quantiles[i]) < 1e-12);
    CHECK(fabs(narrow[i] / 2 - quantiles[i]) < 1e-5);
    CHECK(largest[i] == max(p[i], 0.5) - min(p[i], 0.5));
    CHECK(fabs(most[i] - largest[i] - 4) < 1e-6);
    CHECK(fabs(precise_math::probit(p[i]) - quantiles[i]) < 1e-12);
  }
  return failures();
}
