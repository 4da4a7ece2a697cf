// Shortest paths: relaxation of vertices that changed, until none does.
#include "primitives.hpp"

namespace {

// Least of two positive floats, by their bits.
inline void atomic_min_float(float* p, float value) [[hc]] {
  union {
    float f;
    unsigned u;
  } bits;
  bits.f = value;
  hc::atomic_fetch_min(reinterpret_cast<unsigned*>(p), bits.u);
}

struct relax {
  graph_view g;
  float* dist;
  const unsigned* active;
  unsigned* touched;

  void operator()(hc::index<1> i) const [[hc]] {
    const vertex v = i[0];
    if (!active[v]) return;
    const float d = dist[v];
    g.for_each_neighbour(v, [this, d](vertex w, edge e) {
      const float through = d + g.weight[e];
      if (through < dist[w]) {
        atomic_min_float(&dist[w], through);
        touched[w] = 1;
      }
    });
  }
};

}  // namespace

std::vector<float> device::sssp(context& ctx, const graph_view& g, vertex source) {
  buffer<float> dist(ctx.acc, g.n);
  buffer<unsigned> a(ctx.acc, g.n), b(ctx.acc, g.n);
  fill(ctx, dist.get(), g.n, infinite);
  fill(ctx, a.get(), g.n, 0u);
  const float zero = 0;
  const unsigned one = 1;
  ctx.av.copy(&zero, dist.get() + source, sizeof(zero));
  ctx.av.copy(&one, a.get() + source, sizeof(one));
  for (unsigned left = 1; left != 0;) {
    hc::completion_future cleared = fill(ctx, b.get(), g.n, 0u);
    ctx.av.create_blocking_marker(cleared, hc::accelerator_scope);
    relax kernel = {g, dist.get(), a.get(), b.get()};
    hc::parallel_for_each(ctx.av, hc::extent<1>(g.n), kernel);
    const unsigned* touched = b.get();
    left = transform_reduce(ctx, g.n, [=](int i) [[hc]] { return touched[i]; }, 0u, plus_op());
    std::swap(a, b);
  }
  return dist.download(ctx.av);
}
