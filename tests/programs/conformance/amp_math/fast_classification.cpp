// rows: amp.9.1.isfinite, amp.9.1.isinf, amp.9.1.isnan, amp.9.1.signbit
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::fast_math;

int main() {
  const std::vector<float> x = samples<float>(-50, 50);
  const int n = static_cast<int>(x.size());
  concurrency::array_view<const float> in(n, x);
  concurrency::array_view<int> out(n);
  concurrency::parallel_for_each(
      in.get_extent(), [=](concurrency::index<1> i) restrict(amp) {
        const float value = in[i];
        out[i] = (m::isfinite(value) != 0) + 2 * (m::isinf(value) != 0) + 4 * (m::isnan(value) != 0) +
                 8 * (m::signbit(value) != 0) + 16 * (m::signbitf(value) != 0);
      });
  for (int i = 0; i < n; ++i) {
    const int negative = std::signbit(x[i]);
    CHECK(out[i] == std::isfinite(x[i]) + 2 * std::isinf(x[i]) + 4 * std::isnan(x[i]) + 24 * negative);
    CHECK(!m::isnan(x[i]) == !std::isnan(x[i]) && !m::signbit(x[i]) == !std::signbit(x[i]));
  }
  return failures();
}
