// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<int> v(8);
  array_view<unsigned> u(4);
  for (int i = 0; i < 8; ++i) v[i] = 0;
  for (int i = 0; i < 4; ++i) u[i] = 0;
  v[4] = 255;
  parallel_for_each(
      extent<1>(8), [=](index<1> i) restrict(amp) {
        atomic_fetch_add(&v[0], i[0]);
        atomic_fetch_sub(&v[1], 2);
        atomic_fetch_max(&v[2], i[0]);
        atomic_fetch_min(&v[3], -i[0]);
        atomic_fetch_and(&v[4], ~(1 << i[0]));
        atomic_fetch_or(&v[5], 1 << i[0]);
        atomic_fetch_xor(&v[6], 3);
        atomic_fetch_inc(&u[0]);
        atomic_fetch_dec(&u[1]);
        atomic_exchange(&u[2], 9u);
        int expected = 0;
        if (i[0] == 3) atomic_compare_exchange(&v[7], &expected, 5);
      });
  CHECK(v[0] == 28 && v[1] == -16 && v[2] == 7 && v[3] == -7 && v[4] == 0 && v[5] == 255 && v[6] == 0 &&
        v[7] == 5);
  CHECK(u[0] == 8 && u[1] == 0u - 8 && u[2] == 9);
  return failures();
}
