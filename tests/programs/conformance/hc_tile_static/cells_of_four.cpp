// rows: hc.tile_static.forms
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

struct Body {
  float x, y, z, mass;
};
struct Wide {
  double a;
  int b, c;
};

const int n = 512, tile = 64;

// Cells of 16 bytes: whole, member by member, through pointers, and beside arrays that are none.
template <class Kernel>
static void check(Kernel kernel, float factor) {
  array_view<int> in(n);
  array_view<float> out(n);
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101;
  parallel_for_each(extent<1>(n).tile_with_dynamic(tile, tile * sizeof(Body)),
                    [=](tiled_index<1> t) [[hc]] { out[t] = kernel(t, in); }).wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = i / tile * tile; k < i / tile * tile + tile; ++k) sum += in[k] + 3 * factor * in[(k + 1) % n] + k % 8;
    wrong += out[i] != sum;
  }
  CHECK(wrong == 0);
}

int main() {
  check(
      [](const tiled_index<1>& t, const array_view<int>& in) [[hc]] {
        tile_static Body bodies[tile];
        const int g = t.global[0], l = t.local[0];
        bodies[l] = Body{float(in[g]), float(in[(g + 1) % n]), float(g % 8), 3};
        t.barrier.wait();
        float sum = 0;
        for (int k = 0; k < tile; ++k) sum += bodies[k].x + bodies[k].mass * bodies[k].y + bodies[k].z;
        return sum;
      },
      1);
  check(
      [](const tiled_index<1>& t, const array_view<int>& in) [[hc]] {
        tile_static Body bodies[tile + 1];
        const int g = t.global[0], l = t.local[0];
        bodies[l + 1].mass = 3;  // each by another work-item than the rest of its four
        bodies[tile - l].x = float(in[g - l + tile - 1 - l]);
        bodies[(l + 5) % tile + 1].y = float(in[(g - l + (l + 5) % tile + 1) % n]);
        bodies[(l + 9) % tile + 1].z = float((l + 9) % 8);
        t.barrier.wait();
        float sum = 0;
        for (const Body* p = bodies + 1; p != bodies + tile + 1; ++p) {
          const Body body = *p;
          sum += body.x + body.mass * body.y + body.z;
        }
        return sum;
      },
      1);
  check(
      [](const tiled_index<1>& t, const array_view<int>& in) [[hc]] {
        tile_static Wide wide[tile];
        Body* bodies = static_cast<Body*>(get_dynamic_group_segment_base_pointer());
        const int g = t.global[0], l = t.local[0];
        wide[l] = Wide{double(in[g]), in[(g + 1) % n], g % 8};
        t.barrier.wait();
        bodies[l] = Body{float(wide[l].a), float(wide[l].b), float(wide[l].c), 3};
        t.barrier.wait();
        float sum = 0;
        for (int k = 0; k < tile; ++k) {
          const Body* other = k & 1 ? &bodies[k] : &bodies[tile - 2 - k];
          sum += other->x + other->mass * other->y + other->z;
        }
        return sum;
      },
      1);
  check(
      [](const tiled_index<1>& t, const array_view<int>& in) [[hc]] {
        tile_static Body bodies[tile];
        tile_static unsigned char odd[tile];  // with parts of words all of it stays an array of words
        tile_static int count;
        const int g = t.global[0], l = t.local[0];
        if (l == 0) count = 0;
        odd[l] = (unsigned char)(g % 8);
        bodies[l] = Body{float(in[g]), float(in[(g + 1) % n]), 0, 3};
        t.barrier.wait();
        atomic_fetch_add(&count, 1);
        t.barrier.wait();
        float sum = 0;
        for (int k = 0; k < count; ++k) sum += bodies[k].x + bodies[k].mass * bodies[k].y + odd[k] + bodies[k].z;
        return sum;
      },
      1);
  return failures();
}
