#include "graph.hpp"

#include <algorithm>
#include <random>
#include <tuple>

namespace {

typedef std::pair<vertex, vertex> pair;

// Symmetric, without loops and doubles; weights depend on the two ends alone.
host_graph from_pairs(vertex n, std::vector<pair>& pairs) {
  const size_t count = pairs.size();
  for (size_t i = 0; i < count; ++i) pairs.push_back(pair(pairs[i].second, pairs[i].first));
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(), [](const pair& p) { return p.first == p.second; }), pairs.end());
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());

  host_graph g;
  g.n = n;
  g.row.assign(n + 1, 0);
  for (const auto& p : pairs) ++g.row[p.first + 1];
  for (vertex v = 0; v < n; ++v) g.row[v + 1] += g.row[v];
  g.col.reserve(pairs.size());
  g.weight.reserve(pairs.size());
  for (const auto& p : pairs) {
    const unsigned a = std::min(p.first, p.second), b = std::max(p.first, p.second);
    const unsigned hash = (a * 73856093u) ^ (b * 19349663u);
    g.col.push_back(p.second);
    g.weight.push_back(1.0f + static_cast<float>(hash % 64) / 16.0f);
  }
  return g;
}

}  // namespace

host_graph make_rmat(int scale, int edge_factor, unsigned seed) {
  const vertex n = 1 << scale;
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<pair> pairs;
  for (int i = 0; i < n * edge_factor; ++i) {
    vertex a = 0, b = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const double p = uniform(engine);
      const bool down = p >= 0.76, right = (p >= 0.57 && p < 0.76) || p >= 0.95;
      a = a * 2 + down;
      b = b * 2 + right;
    }
    pairs.emplace_back(a, b);
  }
  return from_pairs(n, pairs);
}

host_graph make_grid(int side, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<pair> pairs;
  auto id = [side](int r, int c) { return r * side + c; };
  for (int r = 0; r < side; ++r)
    for (int c = 0; c < side; ++c) {
      if (c + 1 < side && engine() % 8) pairs.emplace_back(id(r, c), id(r, c + 1));
      if (r + 1 < side && engine() % 8) pairs.emplace_back(id(r, c), id(r + 1, c));
      if (r + 1 < side && c + 1 < side && engine() % 8 == 0) pairs.emplace_back(id(r, c), id(r + 1, c + 1));
    }
  return from_pairs(side * side, pairs);
}

device_graph::device_graph(hc::accelerator_view& av, const host_graph& g)
    : n_(g.n), row_(av.get_accelerator(), g.row.size()), col_(av.get_accelerator(), g.col.size()), weight_(av.get_accelerator(), g.weight.size()) {
  std::vector<hc::completion_future> copies;
  copies.push_back(row_.upload_async(av, g.row.data()));
  copies.push_back(col_.upload_async(av, g.col.data()));
  copies.push_back(weight_.upload_async(av, g.weight.data()));
  for (auto& c : copies) c.wait();
}

graph_view device_graph::view() const {
  graph_view v = {n_, static_cast<edge>(col_.size()), row_.get(), col_.get(), weight_.get()};
  return v;
}
