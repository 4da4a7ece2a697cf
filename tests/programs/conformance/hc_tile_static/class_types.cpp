// rows: hc.tile_static.forms
// tile_static variables of class types, with and without constructors, in kernels within lambdas and templates.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

struct alignas(16) Body {
  float x, y, z, w;
};

template <class T>
struct Made {
  T value;
  Made() {}
  explicit Made(T x) : value(x) {}
};

constexpr int tile = 64;

template <class F>
void serve(F f) {
  f();
}

template <class T, int count>
void in_template(hc::array_view<int, 1> out) {
  hc::parallel_for_each(out.get_extent().tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static T one[tile], other[tile][count];
    tile_static Made<T> last;
    one[t.local[0]].x = static_cast<float>(t.local[0]);
    other[t.local[0]][count - 1].y = 2;
    if (t.local[0] == 0) last.value.z = 5;
    t.barrier.wait();
    out[t.global[0]] +=
        static_cast<int>(one[tile - 1 - t.local[0]].x + other[0][count - 1].y * last.value.z);
  });
}

int main() {
  std::vector<int> got(4 * tile);
  hc::array_view<int, 1> out(4 * tile, got);
  std::vector<Body> bodies(4 * tile);
  for (int i = 0; i < 4 * tile; ++i) bodies[i].w = static_cast<float>(i % tile);
  hc::array_view<const Body, 1> position(4 * tile, bodies);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(4 * tile).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static Body block[tile];
      const int local = t.local[0];
      const Body me = position[t.global[0]];
      block[local].w = me.w * 3;
      t.barrier.wait();
      out[t.global[0]] = static_cast<int>(block[(local + 1) % tile].w);
    });
    in_template<Body, 3>(out);
  });
  out.synchronize();
  for (int i = 0; i < 4 * tile; ++i) {
    const int local = i % tile;
    CHECK(got[i] == (local + 1) % tile * 3 + (tile - 1 - local) + 10);
  }
  return failures();
}
