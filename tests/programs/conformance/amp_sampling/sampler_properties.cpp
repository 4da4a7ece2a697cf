// rows: amp.10.3.constructors, amp.10.3.properties, amp.10.3.copy, amp.10.3.errors
#include <amp_graphics.h>

#include <cstring>
#include <utility>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const sampler a;
  CHECK(a.filter_mode == filter_linear && a.address_mode == address_clamp && a.border_color == float_4());
  const sampler b(filter_point);
  CHECK(b.filter_mode == filter_point && b.address_mode == address_clamp);
  const sampler c(address_border, float_4(1, 2, 3, 4));
  CHECK(c.filter_mode == filter_linear && c.address_mode == address_border);
  CHECK(c.border_color == float_4(1, 2, 3, 4));
  const sampler d(filter_point, address_mirror), e(address_wrap);
  CHECK(d.get_filter_mode() == filter_point && d.get_address_mode() == address_mirror);
  CHECK(e.address_mode == address_wrap && e.get_border_color() == float_4());
  sampler f(c), g(std::move(f)), h;
  h = g;
  CHECK(h.address_mode == address_border && h.border_color.w == 4);
  array_view<float, 1> seen(2);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    seen[0] = h.border_color.z;
    seen[1] = h.address_mode == address_border && h.filter_mode == filter_linear;
  });
  CHECK(seen[0] == 3 && seen[1] == 1);
  CHECK_THROWS(sampler(filter_unknown), runtime_exception, "filter_mode");
  CHECK_THROWS(sampler(address_unknown), runtime_exception, "address_mode");
  return failures();
}
