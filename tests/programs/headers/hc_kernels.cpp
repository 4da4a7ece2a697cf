// HC: kernels of more shapes: overloads, generic lambdas, templates, edges of tiles, ranks, long extents.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <hc.hpp>
#include <thread>
#include <vector>

#include "check.hpp"

template <class T, int Tile>
struct TileSum {
  hc::array_view<const T> in;
  hc::array_view<T> out;
  void run() { hc::parallel_for_each(in.get_extent().tile(Tile), *this); }
  void operator()(hc::tiled_index<1> t) const [[hc]] {
    tile_static T values[Tile];
    const int size = std::min(Tile, in.get_extent()[0] - t.tile_origin[0]);
    values[t.local[0]] = in[t];
    t.barrier.wait();
    T sum = 0;
    for (int i = 0; i < size; ++i) sum += values[i];
    out[t] = sum;
  }
};

struct BothChange {
  hc::array_view<int> out;
  int value;
  void operator()(hc::index<1> i) [[hc]] { out[i] = value += 1; }
  void operator()(hc::tiled_index<1> t) [[hc]] { out[t] = value += 2; }
};

static void forms() {
  std::vector<int> data(100);
  hc::array_view<int> v(100, data);
  hc::extent<1> e(100);
  hc::parallel_for_each(e, BothChange{v, 10});
  CHECK(v[0] == 11 && v[99] == 11);
  hc::parallel_for_each(e.tile(7), BothChange{v, 10});
  CHECK(v[0] == 12 && v[99] == 12);
  auto generic = [=](auto i) [[hc]] { v[i] += 1; };
  hc::parallel_for_each(e, generic);
  hc::parallel_for_each(e.tile(16), generic);
  hc::parallel_for_each(e.tile(16), [=](auto& t) [[hc]] { v[t.global] += t.tile_dim[0]; });
  int own = 0;
  hc::parallel_for_each(e, [=](auto i) mutable [[hc]] {
    own += i[0];
    v[i] += own;
  });
  CHECK(v[0] == 30 && v[99] == 117);  // the last tile has four work-items
  hc::parallel_for_each(e, [=](hc::index<1> i) [[hc]] {
    const int low = 20, high = 70;
    v[i] = std::max(low, std::min(high, i[0])) + std::clamp(i[0], 0, 1);
  });
  CHECK(v[0] == 20 && v[50] == 51 && v[99] == 71);
  hc::parallel_for_each(e, [] [[hc]] (hc::index<1>) {}).wait();
  hc::parallel_for_each(e.tile(9), [](hc::tiled_index<1>) [[hc]] {}).wait();
  hc::parallel_for_each(e, []() [[hc]] {}).wait();
}

static void templates() {
  std::vector<int> in(100, 1), out(100);
  TileSum<int, 16>{hc::array_view<const int>(100, in), hc::array_view<int>(100, out)}.run();
  CHECK(out[0] == 16 && out[95] == 16 && out[96] == 4 && out[99] == 4);
  std::vector<double> in2(7, 0.5), out2(7);
  TileSum<double, 4>{hc::array_view<const double>(7, in2), hc::array_view<double>(7, out2)}.run();
  CHECK(out2[3] == 2.0 && out2[6] == 1.5);
}

// Barriers in tiles that are cut at the upper edges.
static void edges() {
  std::vector<int> data(17 * 11 * 5, -1);
  hc::array_view<int, 3> v(17, 11, 5, data);
  hc::parallel_for_each(v.get_extent().tile(6, 3, 2), [=](hc::tiled_index<3> t) [[hc]] {
    tile_static int items[6 * 3 * 2], count;
    const int me = (t.local[0] * 3 + t.local[1]) * 2 + t.local[2];
    items[me] = 1;
    if (me == 0) count = 0;
    t.barrier.wait();
    hc::atomic_fetch_add(&count, items[me]);
    t.barrier.wait();
    v[t] = count;
  });
  v.synchronize();
  bool right = true;
  for (int i = 0; i < 17; ++i)
    for (int j = 0; j < 11; ++j)
      for (int k = 0; k < 5; ++k)
        right = right && data[(i * 11 + j) * 5 + k] == (i < 12 ? 6 : 5) * (j < 9 ? 3 : 2) * (k < 4 ? 2 : 1);
  CHECK(right);
}

static void grid_sizes() {
  std::vector<int> data(10 * 33);
  hc::array_view<int, 2> v(10, 33, data);
  hc::parallel_for_each(v.get_extent().tile(4, 8), [=](hc::tiled_index<2> t) [[hc]] {
    v[t] = int(hc_get_grid_size(0) * 10000 + hc_get_grid_size(1) * 100 + hc_get_grid_size(2));
  });
  CHECK(v(0, 0) == 331001 && v(9, 32) == 331001);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] {
    v[i] = int(hc_get_grid_size(1) * 100 + hc_get_grid_size(0));
  });
  CHECK(v(0, 0) == 1033 && v(9, 32) == 1033);
}

template <int N>
static bool visits_all(const int (&sizes)[N]) {
  hc::extent<N> e(sizes);
  std::vector<int> data(e.size());
  hc::array_view<int, N> v(e, data);
  hc::parallel_for_each(e, [=](hc::index<N> i) [[hc]] {
    int number = 0;
    for (int d = 0; d < N; ++d) number = number * e[d] + i[d];
    hc::atomic_fetch_add(&v[i], number + 1);
  });
  v.synchronize();
  for (std::size_t i = 0; i < data.size(); ++i)
    if (data[i] != int(i) + 1) return false;
  return true;
}

static void extents() {
  CHECK(visits_all({100000, 8}) && visits_all({8, 100000}) && visits_all({1, 1}));
  CHECK(visits_all({2, 70000, 3}) && visits_all({70000, 1, 1}) && visits_all({70001, 2, 3}));
  CHECK(visits_all({4300000, 1, 1}));  // more than 65,535 groups of 64 in the slowest dimension
  CHECK(visits_all({3, 2, 5, 4}) && visits_all({1, 1, 1, 1}) && visits_all({2, 3, 1, 7, 2}));
  CHECK(visits_all({2, 2, 2, 3, 2, 2}));
}

// Threads with a default view each.
static void threads() {
  std::atomic<int> wrong{0};
  std::vector<std::thread> all;
  for (int k = 0; k < 4; ++k)
    all.emplace_back([k, &wrong] {
      std::vector<int> data(5000, k);
      {
        hc::array_view<int> v(5000, data);
        for (int round = 0; round < 20; ++round)
          hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += i[0] + k; });
      }
      for (int i = 0; i < 5000; ++i) wrong += data[i] != k + 20 * (i + k);
      hc::accelerator().get_default_view().wait();
    });
  for (std::thread& one : all) one.join();
  CHECK(wrong == 0);
}

int main() {
  forms();
  templates();
  edges();
  grid_sizes();
  extents();
  threads();
  return failures();
}
