// rows: hc.language.vector_size
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using namespace hc;

// Vectors with more numbers than SPIR-V's have, wherever a program can have them.
typedef int Ints __attribute__((ext_vector_type(32)));
typedef short Shorts __attribute__((ext_vector_type(17)));
typedef float Floats __attribute__((vector_size(128)));

struct Inner {
  char letter;
  Shorts shorts;
};
struct Whole {
  int first;
  Ints ints;
  short between;
  Inner inner[2];
  Floats floats;
  char last;
};
union Either {
  Ints ints;
  int cells[33];
};
constexpr int sizes = sizeof(Whole) + sizeof(Inner) + sizeof(Either);

const Whole table[2] = {{1, Ints(2), 3, {{4, Shorts(5)}, {6, Shorts(7)}}, Floats{8, 9}, 10},
                        {11, Ints(12), 13, {{14, Shorts(15)}, {16, Shorts(17)}}, Floats{18, 19}, 20}};

__attribute__((noinline)) Ints twice(Ints a, int by) [[cpu, hc]] { return a + a * by; }
__attribute__((noinline)) Whole made(Shorts a, int seed) [[cpu, hc]] {
  Whole w = table[seed & 1];
  w.inner[seed & 1].shorts += a;
  w.ints[seed & 31] = seed;
  return w;
}
__attribute__((noinline)) int sum(const Whole& w, int from) [[cpu, hc]] {
  int all = w.first + w.between * 3 + w.inner[from & 1].letter * 5 + w.last * 7;
  for (int k = 0; k < 32; ++k) all = all * 3 + w.ints[k] + static_cast<int>(w.floats[k]);
  for (int k = 0; k < 17; ++k) all += w.inner[from & 1].shorts[k] * k;
  return all;
}

int all_of(int seed, Whole given, Ints added) [[cpu, hc]] {
  Ints own[4];
  for (int k = 0; k < 4; ++k) own[k] = twice(Ints(k + seed), k);
  own[seed & 3][seed & 31] = 100;
  Whole others[2] = {made(Shorts(seed), seed), given};
  others[seed & 1].ints += own[(seed >> 1) & 3] + added;
  others[seed & 1].floats = __builtin_convertvector(others[0].ints & 1023, Floats);
  Either either;
  either.ints = __builtin_shufflevector(added, own[0], 0, 33, 2, 35, 4, 37, 6, 39, 8, 41, 10, 43, 12, 45, 14, 47, 16,
                                        49, 18, 51, 20, 53, 22, 55, 24, 57, 26, 59, 28, 61, 30, 63);
  int all = either.cells[seed & 31];
  either.cells[(seed * 3) & 31] = seed;
  all += either.ints[(seed >> 2) & 31];
  return all * 7 + sum(others[(seed >> 3) & 1], seed) + __builtin_reduce_add(own[seed & 3]);
}

int main() {
  constexpr int n = 64, tile = 16;
  Whole given = table[1];
  given.ints[5] = -3;
  Ints added(3);
  added[7] = 11;

  array_view<int, 1> sums(n);
  parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] { sums[i] = all_of(i[0] * 77, given, added); });
  for (int i = 0; i < n; ++i) CHECK(sums[i] == all_of(i * 77, given, added));

  array_view<int, 1> bytes(1);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { bytes[0] = sizes; });
  CHECK(bytes[0] == sizeof(Whole) + sizeof(Inner) + sizeof(Either));

  std::vector<Whole> wholes(n, given);
  array_view<Whole, 1> view(n, wholes);
  array_view<Ints, 1> ints(n);
  parallel_for_each(extent<1>(n).tile(tile), [=](tiled_index<1> t) [[hc]] {
    tile_static Ints cells[tile];
    tile_static Whole parts[tile];
    const int i = t.local[0], g = t.global[0];
    cells[i] = Ints(g);
    cells[i][i] = -1;
    parts[i] = view[g];
    parts[i].inner[g & 1].shorts[g % 17] = static_cast<short>(g);
    t.barrier.wait();
    const int next = (i + 1) % tile;
    ints[g] = cells[next] * 2 + parts[next].ints;
    view[g].floats[g & 31] = parts[next].floats[1] + cells[next][next ^ 1];
    view[g].inner[1] = parts[next].inner[g & 1];
  });
  view.synchronize();
  int wrong = 0;
  for (int g = 0; g < n; ++g) {
    const int next = g / tile * tile + (g + 1) % tile, slot = next % tile;
    Ints cell(next);
    cell[slot] = -1;
    const Ints expected = cell * 2 + given.ints;
    for (int k = 0; k < 32; ++k) wrong += ints[g][k] != expected[k];
    Whole w = given;
    w.floats[g & 31] = given.floats[1] + cell[slot ^ 1];
    w.inner[1] = given.inner[g & 1];
    if ((g & 1) == (next & 1)) w.inner[1].shorts[next % 17] = static_cast<short>(next);
    wrong += sum(w, 1) != sum(wholes[g], 1) || sum(w, 0) != sum(wholes[g], 0);
  }
  CHECK(wrong == 0);
  return failures();
}
