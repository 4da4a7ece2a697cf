// Level-synchronous search with a queue of frontier vertices; large frontiers go bottom-up.
#include "primitives.hpp"

namespace {

struct frontier {
  buffer<vertex> items;
  int count;
  frontier(context& ctx, vertex n) : items(ctx.acc, n), count(0) {}
};

class search {
 public:
  search(context& ctx, const graph_view& g)
      : ctx(ctx), g(g), now(ctx, g.n), next(ctx, g.n), level(ctx.acc, g.n), counter(hc::am_alloc(sizeof(unsigned), ctx.acc, amHostPinned)) {}
  ~search() { hc::am_free(counter); }

  bfs_result run(vertex source) {
    fill(ctx, level.get(), g.n, static_cast<int>(unreached));
    const int zero = 0;
    ctx.av.copy(&zero, level.get() + source, sizeof(int));
    ctx.av.copy(&source, now.items.get(), sizeof(vertex));
    now.count = 1;
    int depth = 0;
    while (now.count > 0) {
      *counter = 0;
      if (now.count > g.n / 16)
        bottom_up(depth);
      else
        top_down(depth);
      next.count = *counter;
      std::swap(now, next);
      ++depth;
    }
    bfs_result r = {level.download(ctx.av), depth - 1};
    return r;
  }

 private:
  void top_down(int depth) {
    const vertex* in = now.items.get();
    vertex* out = next.items.get();
    int* lev = level.get();
    unsigned* count = counter;
    const graph_view gv = g;
    const int n = now.count;
    hc::parallel_for_each(ctx.av, tiled(n), [=](hc::tiled_index<1> t) [[hc]] {
      // A queue of the tile takes the first finds, the rest go out at once.
      tile_static vertex queue[TILE];
      tile_static unsigned queued, base;
      if (t.local[0] == 0) queued = 0;
      t.barrier.wait();
      if (t.global[0] < n) {
        gv.for_each_neighbour(in[t.global[0]], [&](vertex w, edge) {
          int expected = unreached;
          if (lev[w] == unreached && hc::atomic_compare_exchange(&lev[w], &expected, depth + 1)) {
            const unsigned place = hc::atomic_fetch_add(&queued, 1u);
            if (place < TILE)
              queue[place] = w;
            else
              out[hc::atomic_fetch_add(count, 1u)] = w;
          }
        });
      }
      t.barrier.wait();
      const unsigned mine = queued < TILE ? queued : TILE;
      if (t.local[0] == 0) base = hc::atomic_fetch_add(count, mine);
      t.barrier.wait();
      for (unsigned k = t.local[0]; k < mine; k += t.tile_dim[0]) out[base + k] = queue[k];
    }).wait();
  }

  void bottom_up(int depth) {
    int* lev = level.get();
    vertex* out = next.items.get();
    unsigned* count = counter;
    graph_view gv = g;
    hc::parallel_for_each(ctx.av, hc::extent<1>(g.n), [=](hc::index<1> idx) [[hc]] {
      const vertex v = idx[0];
      if (lev[v] != unreached) return;
      for (edge e = gv.begin(v); e < gv.end(v); ++e) {
        if (lev[gv.col[e]] == depth) {
          lev[v] = depth + 1;
          out[hc::atomic_fetch_inc(count)] = v;
          break;
        }
      }
    }).wait();
  }

  context& ctx;
  graph_view g;
  frontier now, next;
  buffer<int> level;
  unsigned* counter;
};

}  // namespace

bfs_result device::bfs(context& ctx, const graph_view& g, vertex source) { return search(ctx, g).run(source); }
