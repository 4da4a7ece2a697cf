// Level-synchronous breadth-first search: std containers outside, raw pointers, atomics and structs inside.
#include <cstdio>
#include <deque>
#include <hc.hpp>
#include <vector>

struct Graph {
  std::vector<int> first, edge;
};

struct Range {
  int begin, end;
};

static Range edges_of(const int* first, int v) [[hc]] { return {first[v], first[v + 1]}; }

static Graph make_graph(int n) {
  Graph g;
  for (int v = 0; v < n; ++v) {
    g.first.push_back((int)g.edge.size());
    for (int k = 1; k <= 3; ++k) g.edge.push_back((int)((v * 31LL + k * k * 977) % n));
  }
  g.first.push_back((int)g.edge.size());
  return g;
}

static std::vector<int> reference(const Graph& g, int n) {
  std::vector<int> level(n, -1);
  std::deque<int> todo{0};
  level[0] = 0;
  while (!todo.empty()) {
    const int v = todo.front();
    todo.pop_front();
    for (int e = g.first[v]; e < g.first[v + 1]; ++e)
      if (level[g.edge[e]] < 0) {
        level[g.edge[e]] = level[v] + 1;
        todo.push_back(g.edge[e]);
      }
  }
  return level;
}

int main() {
  const int n = 5000;
  const Graph g = make_graph(n);
  std::vector<int> level(n, -1), changed(1, 1);
  level[0] = 0;
  hc::array_view<const int> first(n + 1, g.first), edge((int)g.edge.size(), g.edge);
  hc::array_view<int> levels(n, level), flag(1, changed);
  for (int depth = 0; flag[0]; ++depth) {
    flag[0] = 0;
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
      if (levels[i] != depth) return;
      const Range r = edges_of(&first[0], i[0]);
      for (int e = r.begin; e < r.end; ++e) {
        int unseen = -1;
        if (hc::atomic_compare_exchange(&levels[edge[e]], &unseen, depth + 1)) flag[0] = 1;
      }
    });
  }
  const std::vector<int> expected = reference(g, n);
  for (int v = 0; v < n; ++v)
    if (levels[v] != expected[v]) {
      std::printf("vertex %d has level %d, not %d\n", v, (int)levels[v], expected[v]);
      return 1;
    }
  return 0;
}
