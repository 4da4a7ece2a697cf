// rows: hc.misc.constant_places
// A place in a tile_static array that is a constant, chosen beside one in global or private memory: what is
// read and written is where the chosen pointer leads.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

struct Cell {
  short first;
  float middle[2];
  double last;
};

static int chosen(const int* some, const int* other, bool c) [[cpu, hc]] { return *(c ? some : other); }

int main() {
  const int n = 64;
  int limit = 20;
  std::vector<int> in(n);
  std::vector<Cell> cells(n);
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 64, cells[i] = {short(i - 9), {i * 0.5f, i * 2.f}, i * 0.25};
  hc::array_view<int> given(n, in);
  hc::array_view<Cell> objects(n, cells);
  hc::array_view<int> taken(n), by_switch(n), read(n), written(n);
  hc::array_view<double> sums(n);
  hc::parallel_for_each(hc::extent<1>(n).tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static Cell own[8];
    tile_static int words[8];
    const int i = t.global[0], k = t.local[0];
    own[k] = {short(k * 3), {k * 4.f, k * 5.f}, k * 6.0};
    words[k] = 1000 + k;
    t.barrier.wait();
    const int v = given[i];
    taken[i] = v > limit ? own[2].first : objects[i].first;
    sums[i] = (v & 1 ? own[5].last : objects[i].last) + (v & 2 ? objects[i].middle[1] : own[1].middle[1]);
    int mine[2] = {-1, -2};
    const int* at;
    switch (v & 3) {
      case 0: at = &words[3]; break;
      case 1: at = &given[i]; break;
      case 2: at = &mine[1]; break;
      default: at = &words[7]; break;
    }
    by_switch[i] = *at;
    read[i] = chosen(words + 6, &given[i], v & 4);
    int* to = v & 8 ? &mine[0] : &written[i];
    *to = 5;
    if (v & 8) written[i] = mine[0] * 7 + mine[1];
  }).wait();
  for (int i = 0; i < n; ++i) {
    const int v = in[i];
    CHECK(taken[i] == (v > limit ? 6 : i - 9));
    CHECK(sums[i] == (v & 1 ? 30.0 : i * 0.25) + (v & 2 ? i * 2.f : 5.f));
    const int switched[4] = {1003, v, -2, 1007};
    CHECK(by_switch[i] == switched[v & 3]);
    CHECK(read[i] == (v & 4 ? 1006 : v));
    CHECK(written[i] == (v & 8 ? 33 : 5));
  }
  return failures();
}
