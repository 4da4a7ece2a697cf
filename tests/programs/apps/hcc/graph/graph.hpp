// Graphs in compressed rows, on the host and on the device.
#pragma once

#include "buffer.hpp"

#include <cstdint>
#include <string>

typedef int32_t vertex;
typedef uint32_t edge;

struct host_graph {
  vertex n;
  std::vector<edge> row;      // n + 1
  std::vector<vertex> col;    // row[n], sorted in each row
  std::vector<float> weight;  // of each edge, the same in both directions

  edge edges() const { return row[n]; }
  edge degree(vertex v) const { return row[v + 1] - row[v]; }
};

// What kernels take by value.
struct graph_view {
  vertex n;
  edge m;
  const edge* row;
  const vertex* col;
  const float* weight;

  edge begin(vertex v) const [[hc]] { return row[v]; }
  edge end(vertex v) const [[hc]] { return row[v + 1]; }
  edge degree(vertex v) const [[hc]] { return end(v) - begin(v); }

  // Calls f(neighbour, edge) for each neighbour.
  template <typename F>
  void for_each_neighbour(vertex v, F f) const [[hc]] {
    for (edge e = begin(v), last = end(v); e != last; ++e) f(col[e], e);
  }
};

class device_graph {
 public:
  device_graph(hc::accelerator_view& av, const host_graph& g);
  graph_view view() const;

 private:
  vertex n_;
  buffer<edge> row_;
  buffer<vertex> col_;
  buffer<float> weight_;
};

// What all algorithms share.
struct context {
  hc::accelerator acc;
  hc::accelerator_view av;
  explicit context(const hc::accelerator& a) : acc(a), av(acc.create_view(hc::execute_in_order)) {}
};

host_graph make_rmat(int scale, int edge_factor, unsigned seed);
host_graph make_grid(int side, unsigned seed);

static const vertex unreached = -1;
static const float infinite = 3.0e38f;

struct bfs_result {
  std::vector<int> level;
  int depth;
};

namespace device {
bfs_result bfs(context& ctx, const graph_view& g, vertex source);
std::vector<float> sssp(context& ctx, const graph_view& g, vertex source);
std::vector<float> pagerank(context& ctx, const graph_view& g, float damping, float tolerance, int& iterations);
std::vector<vertex> components(context& ctx, const graph_view& g);
uint64_t triangles(context& ctx, const graph_view& g);
}  // namespace device

namespace reference {
bfs_result bfs(const host_graph& g, vertex source);
std::vector<float> sssp(const host_graph& g, vertex source);
std::vector<float> pagerank(const host_graph& g, float damping, float tolerance, int& iterations);
std::vector<vertex> components(const host_graph& g);
uint64_t triangles(const host_graph& g);
}  // namespace reference
