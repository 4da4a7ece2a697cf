// rows: amp.2.whole_programs
#include <amp.h>
#include <amp_graphics.h>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  using namespace concurrency::graphics;
  std::vector<float_4> d(16);
  for (int i = 0; i < 16; ++i) d[i] = float_4(i, 0, 0, 1);
  texture<float_4, 2> t(4, 4, d.begin(), d.end());
  texture<int, 1> o(16);
  writeonly_texture_view<int, 1> w(o);
  texture_view<const float_4, 2> r(t);
  sampler s(filter_point, address_clamp);
  parallel_for_each(
      t.extent, [ =, &t ](index<2> i) restrict(amp) {
        float_4 x = t[i] + t(i[0], i[1]) + t.get(i) + r[i] +
                    r.sample(s, float_2((i[1] + 0.5f) / 4, (i[0] + 0.5f) / 4), 0.0f);
        w.set(index<1>(i[0] * 4 + i[1]), static_cast<int>(x.x));
      });
  std::vector<int> got(16);
  copy(o, got.begin());
  for (int i = 0; i < 16; ++i) CHECK(got[i] == 5 * i);
  CHECK(t.bits_per_scalar_element == 32 && t.mipmap_levels == 1 && t.data_length == 256);
  texture<int, 1> same(o);
  texture_view<int, 1> tv(same);
  parallel_for_each(tv.extent, [=](index<1> i) restrict(amp) { tv.set(i, tv[i] + 1); });
  copy(same, got.begin());
  CHECK(got[15] == 76);
  return failures();
}
