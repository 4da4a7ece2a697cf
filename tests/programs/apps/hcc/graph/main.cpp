// Graph analytics: each algorithm on the accelerator, checked against a plain one.
//
//   graph [-g rmat|grid] [-s scale]
#include <getopt.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "graph.hpp"
#include "primitives.hpp"

namespace {

int failures = 0;

void report(const char* what, bool right, double ms, const std::string& detail) {
  std::printf("  %-12s %-6s %8.2f ms  %s\n", what, right ? "ok" : "FAILED", ms, detail.c_str());
  if (!right) ++failures;
}

template <typename F>
double milliseconds(F&& f) {
  auto start = std::chrono::high_resolution_clock::now();
  std::forward<F>(f)();
  return std::chrono::duration<double, std::milli>(std::chrono::high_resolution_clock::now() - start).count();
}

void check_primitives(context& ctx) {
  bool right = true;
  double ms = milliseconds([&] {
    for (int n : {1, 255, 256, 257, 70000}) {
      std::vector<unsigned> h(n);
      for (int i = 0; i < n; ++i) h[i] = i * 7 % 11;
      buffer<unsigned> from(ctx.acc, n), to(ctx.acc, n);
      from.upload(ctx.av, h);
      unsigned total = exclusive_scan(ctx, from.get(), to.get(), n), sum = 0;
      std::vector<unsigned> got = to.download(ctx.av);
      for (int i = 0; i < n; sum += h[i++]) right = right && got[i] == sum;
      const unsigned* p = from.get();
      right = right && total == sum && sum == transform_reduce(ctx, n, [=](int i) [[hc]] { return p[i]; }, 0u, plus_op());
    }
  });
  report("primitives", right, ms, "");
}

void run(context& ctx, const host_graph& g) {
  std::printf("%d vertices, %u edges\n", g.n, g.edges());
  device_graph dg(ctx.av, g);
  const graph_view view = dg.view();
  vertex source = 0;
  for (vertex v = 0; v < g.n; ++v)
    if (g.degree(v) > g.degree(source)) source = v;

  bfs_result b;
  double ms = milliseconds([&] { b = device::bfs(ctx, view, source); });
  const bfs_result rb = reference::bfs(g, source);
  report("bfs", b.level == rb.level && b.depth == rb.depth, ms, "depth " + std::to_string(b.depth));

  std::vector<float> d;
  ms = milliseconds([&] { d = device::sssp(ctx, view, source); });
  report("sssp", d == reference::sssp(g, source), ms, "");

  int iterations = 0, expected = 0;
  ms = milliseconds([&] { d = device::pagerank(ctx, view, 0.85f, 1e-6f, iterations); });
  const std::vector<float> rp = reference::pagerank(g, 0.85f, 1e-6f, expected);
  float worst = 0;
  for (vertex v = 0; v < g.n; ++v) worst = std::max(worst, std::fabs(d[v] - rp[v]));
  report("pagerank", worst < 5e-6f && std::abs(iterations - expected) <= 1, ms, std::to_string(iterations) + " iterations");

  std::vector<vertex> c;
  ms = milliseconds([&] { c = device::components(ctx, view); });
  report("components", c == reference::components(g), ms, "");

  uint64_t t = 0;
  ms = milliseconds([&] { t = device::triangles(ctx, view); });
  report("triangles", t == reference::triangles(g), ms, std::to_string(t));
}

}  // namespace

int main(int argc, char* argv[]) {
  std::string kind = "all";
  int scale = 11;
  for (int c; (c = getopt(argc, argv, "g:s:h")) != -1;) {
    if (c == 'g') kind = optarg;
    else if (c == 's') scale = std::atoi(optarg);
    else return std::printf("usage: %s [-g rmat|grid|all] [-s scale]\n", argv[0]), c != 'h';
  }
  hc::accelerator acc;
  std::wcout << L"on " << acc.get_description() << std::endl;
  context ctx(acc);
  check_primitives(ctx);
  if (kind != "grid") run(ctx, make_rmat(scale, 8, 42));
  if (kind != "rmat") run(ctx, make_grid(1 << (scale / 2), 7));
  std::printf(failures ? "FAILED: %d checks\n" : "PASSED: all algorithms agree with the host\n", failures);
  return failures != 0;
}
