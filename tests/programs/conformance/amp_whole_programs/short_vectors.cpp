// rows: amp.2.whole_programs
#include <amp.h>
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  using namespace concurrency::graphics;
  int_4 a(1, 2, 3, 4);
  CHECK(a.x == 1 && a.w == 4 && a.wzyx == int_4(4, 3, 2, 1) && a.xy == int_2(1, 2) && a.r == 1 &&
        a.ab == int_2(4, 3));
  array_view<float> v(6);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        float_4 f(1.0f, 2.0f, 3.0f, 4.0f);
        float_3 g = f.zyx;
        f.xy = f.zw;
        f.w += 1;
        uint_2 u(float_2(3.5f, 2.0f));
        norm_2 n(2.0f, -3.0f);
        unorm m(0.5f);
        v[0] = f.x * 1000 + f.y * 100 + f.z * 10 + f.w;
        v[1] = g.x * 100 + g.y * 10 + g.z;
        v[2] = u.x * 10 + u.y;
        v[3] = n.x + 2 * n.y;
        v[4] = m + m;
        v[5] = (f == f) + (f != f) + a.y;
      });
  CHECK(v[0] == 3435 && v[1] == 321 && v[2] == 32 && v[3] == -1 && v[4] == 1 && v[5] == 3);
  return failures();
}
