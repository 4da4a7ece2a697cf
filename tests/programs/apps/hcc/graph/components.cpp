// Connected components: hooking and pointer jumping.
#include "primitives.hpp"

#include <functional>

namespace {

class components_kernels {
  vertex* parent;
  unsigned* changed;
  graph_view g;

 public:
  components_kernels(vertex* p, unsigned* c, const graph_view& g) : parent(p), changed(c), g(g) {}

  vertex root(vertex v) const __attribute__((hc)) {
    while (parent[v] != v) v = parent[v];
    return v;
  }

  void hook(vertex v) const __attribute__((hc)) {
    for (edge e = g.begin(v); e < g.end(v); ++e) {
      vertex a = root(v), b = root(g.col[e]);
      if (a == b) continue;
      if (a < b) {
        vertex t = a;
        a = b;
        b = t;
      }
      hc::atomic_fetch_min(&parent[a], b);
      *changed = 1;
    }
  }

  void jump(vertex v) const __attribute__((hc)) { parent[v] = root(v); }
};

}  // namespace

std::vector<vertex> device::components(context& ctx, const graph_view& g) {
  buffer<vertex> parent(ctx.acc, g.n);
  unsigned* changed = hc::am_alloc(sizeof(unsigned), ctx.acc, amHostPinned);
  vertex* p = parent.get();
  const components_kernels k(p, changed, g);
  std::function<hc::completion_future()> steps[] = {
      [&ctx, &g, k] { return hc::parallel_for_each(ctx.av, hc::extent<1>(g.n), [=](hc::index<1> i) [[hc]] { k.hook(i[0]); }); },
      [&ctx, &g, k] { return hc::parallel_for_each(ctx.av, hc::extent<1>(g.n), [=](hc::index<1> i) [[hc]] { k.jump(i[0]); }); },
  };
  hc::parallel_for_each(ctx.av, hc::extent<1>(g.n), [=](hc::index<1> i) [[hc]] { p[i[0]] = i[0]; });
  do {
    ctx.av.wait();
    *changed = 0;
    for (auto& step : steps) step();
    ctx.av.wait(hc::hcWaitModeActive);
  } while (*changed);
  hc::am_free(changed);
  return parent.download(ctx.av);
}
