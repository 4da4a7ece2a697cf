// rows: amp.2.5.tile_static_class
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct vec2 {
  float x, y;
  vec2() restrict(cpu, amp) : x(0), y(0) {}
  vec2(float a, float b) restrict(cpu, amp) : x(a), y(b) {}
  vec2& operator+=(const vec2& o) restrict(cpu, amp) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
template <typename T>
struct wrapped {
  T v;
  wrapped() restrict(cpu, amp) {}
  explicit wrapped(T x) restrict(cpu, amp) : v(x) {}
  wrapped& operator=(const wrapped& o) restrict(cpu, amp) {
    v = o.v;
    return *this;
  }
  T get() const restrict(cpu, amp) { return v; }
};
struct with_member {
  vec2 v;
  int tag;
};
struct initialised {
  int a = 5;
};

template <typename T, int N>
T first(tiled_index<N> t, T x) restrict(amp) {
  tile_static T shared[N];
  shared[t.local[0]] = x;
  t.barrier.wait();
  T r = shared[0];
  t.barrier.wait();
  return r;
}

int main() {
  array_view<float> v(8);
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static vec2 one;
    tile_static vec2 many[4];
    tile_static wrapped<int> grid[2][2];
    tile_static with_member members[4];
    tile_static index<2> where;
    tile_static initialised init[4];
    const int l = t.local[0];
    if (l == 0) {
      one = vec2(1, 2);
      where = index<2>(3, 4);
    }
    many[l] = vec2(float(l), 1);
    grid[l / 2][l % 2] = wrapped<int>(l);
    members[l].v = many[l];
    members[l].tag = l;
    init[l].a = l;
    t.barrier.wait();
    vec2 sum = one;
    for (int i = 0; i < 4; ++i) sum += many[i];
    v[t.global] = sum.x * 100 + sum.y + grid[1][1].get() + members[3 - l].v.x + members[2].tag + where[1] + init[3].a +
                  first(t, vec2(5, 6)).y + first(t, wrapped<float>(0.5f)).get();
  });
  for (int i = 0; i < 8; ++i) CHECK(v[i] == 700 + 6 + 3 + (3 - i % 4) + 2 + 4 + 3 + 6 + 0.5f);
  return failures();
}
