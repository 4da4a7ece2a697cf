// rows: hc.tile_static.forms
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

struct pod {
  char a;
  short b;
  bool c;
};
struct vec2 {
  float x, y;
  vec2() : x(0), y(0) {}
  vec2(float a, float b) : x(a), y(b) {}
};
template <typename T, int N>
T sum(tiled_index<1>& t, T x) [[hc]] {
  tile_static T own[N];
  own[t.local[0]] = x;
  t.barrier.wait();
  T r = own[0];
  for (int i = 1; i < N; ++i) r = T(r + own[i]);
  t.barrier.wait();
  return r;
}

int main() {
  array_view<int> v(8);
  parallel_for_each(v.get_extent().tile(4), [=](tiled_index<1> t) [[hc]] {
    tile_static char chars[4];
    tile_static short shorts[2][2];
    tile_static bool flags[4];
    tile_static unsigned char byte;
    tile_static pod structs[4];
    tile_static vec2 classes[4];
    tile_static vec2 one;
    tile_static volatile int quick[4];
    tile_static long wide[4];
    tile_static int* pointers[4];
    static __attribute__((unused)) const int table[] = {1, 2, 3, 4};
    const int l = t.local[0];
    if (l == 0) {
      byte = 200;
      one = vec2(1, 2);
    }
    chars[l] = char('a' + l);
    shorts[l / 2][l % 2] = short(-l);
    flags[l] = l % 2;
    structs[l].a = char(l);
    structs[l].b = short(l * 10);
    structs[l].c = true;
    classes[l] = vec2(float(l), 0);
    quick[l] = l;
    wide[l] = 1L << 40;
    t.barrier.wait();
    const int o = 3 - l;
    pointers[l] = const_cast<int*>(&quick[o]);
    int r = (chars[o] - 'a') + shorts[o / 2][o % 2] * 10 + flags[o] * 100 + byte + structs[o].b + structs[o].c;
    r += int(classes[o].x) + int(one.y) + quick[o] + int(wide[o] >> 40) + table[o] + *pointers[l];
    v[t.global] = r + sum<char, 4>(t, char(l)) + sum<double, 4>(t, 0.5) + sum<short, 4>(t, 2);
  }).wait();
  for (int i = 0; i < 8; ++i) {
    const int o = 3 - i % 4;
    CHECK(v[i] == o - o * 10 + (o % 2) * 100 + 200 + o * 10 + 1 + o + 2 + o + 1 + (o + 1) + o + 6 + 2 + 8);
  }
  return failures();
}
