// rows: amp.9.2.arguments
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

int main() {
  concurrency::array_view<double> out(6);
  concurrency::parallel_for_each(
      concurrency::extent<1>(1), [=](concurrency::index<1>) restrict(amp) {
        static_assert(std::is_same<decltype(m::sin(1.0f)), float>::value, "float stays float");
        static_assert(std::is_same<decltype(m::sqrt(2)), double>::value, "integers go to double");
        static_assert(std::is_same<decltype(m::pow(2.0, 3.0f)), double>::value, "the wider type");
        out[0] = m::sqrt(2);
        out[1] = m::pow(2.0, 3.0f);
        out[2] = m::pow(1.5f, 3);
        out[3] = m::atan2(1, 1.0);
        out[4] = m::cospi(3u);
        out[5] = m::tgamma(5l);
      });
  check_near("sqrt", out[0], std::sqrt(2.0L), 4, 2.0);
  CHECK(out[1] == 8 && out[2] == 3.375 && out[4] == -1 && out[5] == 24);
  check_near("atan2", out[3], std::atan2(1.0L, 1.0L), 4, 1.0);
  return failures();
}
