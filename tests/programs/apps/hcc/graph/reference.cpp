#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "graph.hpp"

bfs_result reference::bfs(const host_graph& g, vertex source) {
  bfs_result r = {std::vector<int>(g.n, unreached), 0};
  std::queue<vertex> q;
  q.push(source);
  r.level[source] = 0;
  while (!q.empty()) {
    const vertex v = q.front();
    q.pop();
    r.depth = r.level[v];
    for (edge e = g.row[v]; e < g.row[v + 1]; ++e)
      if (r.level[g.col[e]] == unreached) {
        r.level[g.col[e]] = r.level[v] + 1;
        q.push(g.col[e]);
      }
  }
  return r;
}

std::vector<float> reference::sssp(const host_graph& g, vertex source) {
  typedef std::pair<float, vertex> item;
  std::vector<float> dist(g.n, infinite);
  std::priority_queue<item, std::vector<item>, std::greater<item>> q;
  q.push(item(0, source));
  dist[source] = 0;
  while (!q.empty()) {
    const item top = q.top();
    q.pop();
    if (top.first > dist[top.second]) continue;
    for (edge e = g.row[top.second]; e < g.row[top.second + 1]; ++e) {
      const float through = top.first + g.weight[e];
      if (through < dist[g.col[e]]) q.push(item(dist[g.col[e]] = through, g.col[e]));
    }
  }
  return dist;
}

std::vector<float> reference::pagerank(const host_graph& g, float damping, float tolerance, int& iterations) {
  std::vector<double> rank(g.n, 1.0 / g.n), next(g.n);
  double change = 1;
  for (iterations = 0; change > tolerance && iterations < 200; ++iterations) {
    double lost = 0;
    for (vertex v = 0; v < g.n; ++v)
      if (g.degree(v) == 0) lost += rank[v];
    change = 0;
    for (vertex v = 0; v < g.n; ++v) {
      double sum = 0;
      for (edge e = g.row[v]; e < g.row[v + 1]; ++e) sum += rank[g.col[e]] / g.degree(g.col[e]);
      next[v] = (1 - damping) / g.n + damping * (sum + lost / g.n);
      change = std::max(change, std::fabs(next[v] - rank[v]));
    }
    rank.swap(next);
  }
  return std::vector<float>(rank.begin(), rank.end());
}

std::vector<vertex> reference::components(const host_graph& g) {
  std::vector<vertex> label(g.n, unreached);
  for (vertex s = 0; s < g.n; ++s) {
    if (label[s] != unreached) continue;
    std::vector<vertex> stack(1, s);
    label[s] = s;
    while (!stack.empty()) {
      const vertex v = stack.back();
      stack.pop_back();
      for (edge e = g.row[v]; e < g.row[v + 1]; ++e)
        if (label[g.col[e]] == unreached) {
          label[g.col[e]] = s;
          stack.push_back(g.col[e]);
        }
    }
  }
  return label;
}

uint64_t reference::triangles(const host_graph& g) {
  uint64_t n = 0;
  for (vertex u = 0; u < g.n; ++u)
    for (edge e = g.row[u]; e < g.row[u + 1]; ++e) {
      const vertex v = g.col[e];
      if (v <= u) continue;
      std::vector<vertex> both;
      std::set_intersection(g.col.begin() + g.row[u], g.col.begin() + g.row[u + 1], g.col.begin() + g.row[v], g.col.begin() + g.row[v + 1], std::back_inserter(both));
      n += both.end() - std::upper_bound(both.begin(), both.end(), v);
    }
  return n;
}
