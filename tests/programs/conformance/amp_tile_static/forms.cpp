// rows: amp.2.5.tile_static, amp.8.tile_static
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct pod {
  int a;
  float b[2];
};
union word {
  int i;
  float f;
};
enum color { red = 1, green };
typedef int row[4];

int helper(tiled_index<4> t) restrict(amp) {
  tile_static int own[4];
  own[t.local[0]] = t.global[0];
  t.barrier.wait();
  int r = own[3 - t.local[0]];
  t.barrier.wait();
  return r;
}
template <int N, typename T>
T templated(tiled_index<N> t, T x) restrict(amp) {
  tile_static T own[N];
  own[t.local[0]] = x;
  t.barrier.wait_with_tile_static_memory_fence();
  T sum = 0;
  for (int i = 0; i < N; ++i) sum += own[i];
  t.barrier.wait_with_tile_static_memory_fence();
  return sum;
}

int main() {
  array_view<int> v(8);
  const int size = 4;
  parallel_for_each(v.extent.tile<size>(), [=](tiled_index<size> t) restrict(amp) {
    tile_static int scalar;
    tile_static int one[4];
    tile_static float two[2][size + 1];
    tile_static double three[2][2][1];
    tile_static pod structs[4];
    tile_static word unions[4];
    tile_static color colors[4];
    tile_static unsigned int bits;
    tile_static row rows[2];
    tile_static volatile int quick[4];
    tile_static int several, list[2];
    const int l = t.local[0];
    if (l == 0) {
      scalar = 10 + t.tile[0];
      bits = 0;
      several = 3;
      list[0] = list[1] = 4;
    }
    one[l] = l;
    two[l / 2][l % 2] = l * 0.5f;
    three[l / 2][l % 2][0] = l;
    structs[l].a = l;
    structs[l].b[1] = 1.5f;
    unions[l].i = l;
    colors[l] = l % 2 ? green : red;
    rows[l / 4][l] = l * 2;
    quick[l] = l;
    t.barrier.wait();
    const int o = 3 - l;
    int sum = scalar + one[o] + int(two[o / 2][o % 2] * 2) + int(three[o / 2][o % 2][0]) + structs[o].a;
    sum += int(structs[o].b[1] * 2) + unions[o].i + colors[o] + rows[0][o] + quick[o] + int(bits) + several + list[1];
    v[t.global] = sum;
  });
  for (int i = 0; i < 8; ++i) {
    const int o = 3 - i % 4;
    CHECK(v[i] == 10 + i / 4 + o * 6 + 3 + o + (o % 2 ? 2 : 1) + o + 7);
  }
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    v[t.global] = helper(t) * 100 + templated<4>(t, t.local[0]) + int(templated<4>(t, 0.5f) * 2);
  });
  for (int i = 0; i < 8; ++i) CHECK(v[i] == (i / 4 * 4 + 3 - i % 4) * 100 + 6 + 4);
  return failures();
}
