// rows: hc.short_vector.get_vector
// flags: -Werror
#include <hc.hpp>
#include <hc_short_vector.hpp>

#include "check.hpp"

using namespace hc::short_vector;

// Vectors longer than the processor's registers, on the CPU: the headers' functions give no warning of their ABI.
int main() {
  hc::array_view<float_16> v(2);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = float_16(2.0f) * float_16(i[0] + 1.0f); })
      .wait();
  CHECK(v[1].get_vector()[15] == 4 && v[0].get_vector()[0] == 2);
  double_8 d(1.5);
  CHECK(d.get_vector()[7] == 1.5);
  return failures();
}
