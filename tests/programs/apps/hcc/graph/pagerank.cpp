// PageRank by pulling, on arrays and array_views.
#include "primitives.hpp"

std::vector<float> device::pagerank(context& ctx, const graph_view& g, float damping, float tolerance, int& iterations) {
  const int n = g.n;
  hc::array<float> rank(n, ctx.av), next(n, ctx.av), share(n, ctx.av);
  hc::parallel_for_each(ctx.av, rank.get_extent(), [&rank, n](hc::index<1> i) [[hc]] { rank[i] = 1.0f / n; });
  iterations = 0;
  for (float change = 1; change > tolerance && iterations < 200; ++iterations) {
    hc::parallel_for_each(ctx.av, share.get_extent(), [&, g](hc::index<1> i) [[hc]] {
      const edge d = g.degree(i[0]);
      share[i] = d ? rank[i] / d : 0.0f;
    });
    // Vertices without edges give to all.
    float* r = rank.accelerator_pointer();
    const float lost = transform_reduce(ctx, n, [=](int v) [[hc]] { return g.degree(v) ? 0.0f : r[v]; }, 0.0f, plus_op());
    const float base = (1 - damping) / n + damping * lost / n;
    hc::parallel_for_each(ctx.av, next.get_extent(), [&, g, base, damping](hc::index<1> i) [[hc]] {
      float sum = 0;
      g.for_each_neighbour(i[0], [&](vertex w, edge) { sum += share[w]; });
      next(i) = base + damping * sum;
    });
    float* m = next.accelerator_pointer();
    change = transform_reduce(ctx, n, [=](int v) [[hc]] { return fabsf(m[v] - r[v]); }, 0.0f, max_op());
    hc::copy(next, rank);
  }
  return rank;
}
