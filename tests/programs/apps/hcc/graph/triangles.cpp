// Triangles: of each edge (u, v) with u < v, the common neighbours beyond v.
#include "primitives.hpp"

namespace {

template <typename It>
[[hc]] unsigned common_beyond(It a, It a_end, It b, It b_end, vertex least) {
  unsigned n = 0;
  while (a != a_end && b != b_end) {
    if (*a < *b) {
      ++a;
    } else if (*b < *a) {
      ++b;
    } else {
      n += *a > least;
      ++a;
      ++b;
    }
  }
  return n;
}

}  // namespace

uint64_t device::triangles(context& ctx, const graph_view& g) {
  // A tile takes a vertex, its work-items the vertex' edges.
  uint64_t* total = hc::am_alloc(sizeof(uint64_t), ctx.acc, amHostPinned);
  *total = 0;
  hc::parallel_for_each(ctx.av, hc::extent<2>(g.n, 64).tile(1, 64), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static uint64_t sum;
    const vertex u = t.tile[0];
    if (t.local[1] == 0) sum = 0;
    t.barrier.wait();
    uint64_t mine = 0;
    for (edge e = g.begin(u) + t.local[1]; e < g.end(u); e += 64) {
      const vertex v = g.col[e];
      if (v <= u) continue;
      mine += common_beyond(g.col + g.begin(u), g.col + g.end(u), g.col + g.begin(v), g.col + g.end(v), v);
    }
    if (mine) hc::atomic_fetch_add(&sum, mine);
    t.barrier.wait();
    if (t.local[1] == 0 && sum) hc::atomic_fetch_add(total, sum);
  }).wait();
  const uint64_t result = *total;
  hc::am_free(total);
  return result;
}
