"""What work-items carry over barriers: values of all types, made in all ways, straight on, in loops, into
branches, several at a time. Each item's value differs from the last one's.
"""

from __future__ import annotations

from collections.abc import Iterator

_TYPES = {
    "char": "signed char",
    "short": "short",
    "int": "int",
    "long": "long",
    "float": "float",
    "double": "double",
    "half": "hc::half",
    "vector": "hc::short_vector::float_3",
}
_TEXT = """// rows: hc.language.values_over_barriers
#include <hc.hpp>
#include <hc_short_vector.hpp>
#include <vector>

#include "check.hpp"

typedef @TYPE@ T;
constexpr int tile = 24, tiles = 3, n = tile * tiles, results = 19;

static T made(int i) [[cpu, hc]] { return T(float(i * 7 % 23 - 11)); }
static int number(T x) [[cpu, hc]] { return int(float(@SCALAR@)); }
static bool is_odd(int i) [[cpu, hc]] { return (i * 5 + 1) % 3 == 1; }

struct Nothing {
  void wait() const [[cpu, hc]] {}
};
struct Pair {
  T a;
  int b;
};

// An item's results; no item sees another's.
template <class Barrier>
static void work(const Barrier& barrier, int i, int turns, const T* in, int* out) [[cpu, hc]] {
  const T plain = made(i), loaded = in[i];
  const T negative = -plain, also_negative = -loaded, twice = plain + plain, product = loaded * T(3.0f);
  const bool small = number(loaded) < 2, odd = is_odd(i);
  const int bits = number(plain) & 12, whole = number(negative) * 2;
  T total = T(0.0f), last = plain;
  Pair pair = {negative, i};
  const T* where = odd ? &in[i] : &in[i % 5];
  int k = 0;
  out[k++] = number(negative);
  out[k++] = number(also_negative);
  barrier.wait();
  out[k++] = number(negative);
  out[k++] = number(also_negative);
  out[k++] = number(twice) + number(product);
  out[k++] = small ? bits : whole;
  T kept = loaded;
  if (odd) kept = negative;  // a branch keeps what came over the barrier, or replaces it
  out[k++] = number(kept);
  for (int turn = 0; turn < turns; ++turn) {
    const T step = turn & 1 ? -last : last + T(1.0f);
    const bool up = number(step) > turn;
    barrier.wait();
    total = total + (up ? step : -step);
    last = kept;
    if (small == up) kept = total;
    barrier.wait();
    pair.a = up ? pair.a : -pair.a;
    pair.b += number(step);
  }
  out[k++] = number(total);
  out[k++] = number(last);
  out[k++] = number(kept);
  out[k++] = number(pair.a);
  out[k++] = pair.b;
  out[k++] = number(*where);
  barrier.wait();
  switch (bits) {
    case 4: out[k++] = number(-total); break;
    case 8: out[k++] = number(negative); break;
    default: out[k++] = whole;
  }
  out[k++] = number(-last) + number(product);
  out[k++] = small + 2 * odd;
  out[k++] = number(*where) - number(negative);
  out[k++] = number(plain);
  out[k++] = number(also_negative);
}

int main() {
  std::vector<T> in(n);
  for (int i = 0; i < n; ++i) in[i] = made(i + 4);
  hc::array_view<T> given(n, in);
  hc::array_view<int> got(n * results), sums(2);
  sums[0] = sums[1] = 1000;
  const int turns = 5;
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    work(t.barrier, t.global[0], turns, &given[0], &got[t.global[0] * results]);
  });
  // Atomic operations with the value in front of a barrier and behind it.
  hc::parallel_for_each(hc::extent<2>(tiles, tile).tile(1, tile), [=](hc::tiled_index<2> t) [[hc]] {
    const int value = number(-made(t.global[1] + t.global[0]));
    hc::atomic_fetch_sub(&sums[0], value);
    t.barrier.wait();
    hc::atomic_fetch_sub(&sums[1], value);
    hc::atomic_fetch_add(&sums[0], -value);
  });
  int want_first = 1000, want_second = 1000, wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int value = number(-made(i % tile + i / tile));
    want_first -= 2 * value, want_second -= value;
    int want[results];
    work(Nothing(), i, turns, in.data(), want);
    for (int k = 0; k < results; ++k) wrong += got[i * results + k] != want[k];
  }
  CHECK(wrong == 0);
  CHECK(sums[0] == want_first && sums[1] == want_second);
  return failures();
}
"""
_FLOATS = """// rows: hc.language.values_over_barriers
#include <hc.hpp>

#include "check.hpp"

// A negated number is added in front of a barrier and behind it.
int main() {
  const int n = 64;
  hc::array_view<float> sums(3), front(n), behind(n);
  for (int k = 0; k < 3; ++k) sums[k] = 11;
  hc::parallel_for_each(hc::extent<2>(8, 8).tile(8, 8), [=](hc::tiled_index<2> t) [[hc]] {
    const int lid = t.local[0] * 8 + t.local[1];
    const float x = float((lid * 31 - 8) & 15), minus = -x;
    hc::atomic_fetch_sub(&sums[0], x);
    front[lid] = minus;
    t.barrier.wait();
    hc::atomic_fetch_sub(&sums[1], x);
    hc::atomic_fetch_add(&sums[2], x);
    behind[lid] = minus;
  });
  float total = 0;
  for (int i = 0; i < n; ++i) {
    const float x = float((i * 31 - 8) & 15);
    CHECK(front[i] == -x && behind[i] == -x);
    total += x;
  }
  CHECK(sums[0] == 11 - total && sums[1] == 11 - total && sums[2] == 11 + total);
  return failures();
}
"""
_WAVES = """// rows: hc.language.values_over_barriers
#include <hc.hpp>
#include <vector>

#include "check.hpp"

// What the own id decides, over barriers of a kernel with wave functions, which are called or not.
static int worked(int way, int turns, int asked, int i, bool all) [[cpu, hc]] {
  unsigned a = i * 21 + 2;
  long b = i * 72 + 4;
  if (way == 2 && turns > 0 && asked == 3) b = 0;
  if (way == 1 || way == 3) a = asked == 77 ? all : a;
  return int(b * 1000 + a);
}

int main() {
  const int n = 15;
  for (int tile : {5, 3, 15})
    for (int way = 0; way < 4; ++way)
      for (int asked : {1, 3, 77}) {
        std::vector<double> numbers(4, way);
        hc::array<double, 1> read(4, numbers.begin());
        hc::array_view<int> out(n);
        hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=, &read](hc::tiled_index<1> t) [[hc]] {
          tile_static int cells[192];
          const int i = t.local[0];
          for (int k = i; k < 192; k += tile) cells[k] = k;
          unsigned a = i * 21 + 2;
          long b = i * 72 + 4;
          t.barrier.wait();
          switch (int(read[asked & 3]) & 3) {
            case 0: break;
            case 2:
              for (int turns = int(read[0]); turns > 0; --turns) {
                if (asked == 3) b = 0;
                t.barrier.wait();
              }
              break;
            default:
              if (asked == 77) a = hc::__all(cells[i] < 300);
              t.barrier.wait();
          }
          out[t.global[0]] = int(b * 1000 + a);
        }).wait();
        int wrong = 0;
        for (int i = 0; i < n; ++i) wrong += out[i] != worked(way, way, asked, i % tile, true);
        CHECK(wrong == 0);
      }
  return failures();
}
"""
_PATHS = """// rows: hc.language.values_over_barriers
#include <hc.hpp>
#include <vector>

#include "check.hpp"

// The shortest paths between n points, through one more of them in each turn.
template <int n, class T>
static int wrong_paths() {
  std::vector<T> found(n * n), want;
  for (int i = 0; i < n * n; ++i) found[i] = T(i * 37 % 101);
  want = found;
  hc::array_view<T, 2> paths(n, n, found);
  hc::parallel_for_each(hc::extent<2>(n, n).tile(n, n), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static T cells[n][n];
    const int y = t.local[0], x = t.local[1];
    cells[y][x] = paths(t.global);
    t.barrier.wait();
    for (int k = 0; k < n; ++k) {
      const T first = cells[y][k], second = cells[k][x];
      t.barrier.wait();
      const T sum = T(first + second);
      cells[y][x] = sum < cells[y][x] ? sum : cells[y][x];
      t.barrier.wait();
    }
    paths(t.global) = cells[y][x];
  });
  paths.synchronize();
  for (int k = 0; k < n; ++k) {
    const std::vector<T> before = want;
    for (int i = 0; i < n * n; ++i) {
      const T sum = T(before[i / n * n + k] + before[k * n + i % n]);
      want[i] = sum < before[i] ? sum : before[i];
    }
  }
  int wrong = 0;
  for (int i = 0; i < n * n; ++i) wrong += found[i] != want[i];
  return wrong;
}

int main() {
  CHECK((wrong_paths<12, unsigned char>() == 0));
  CHECK((wrong_paths<8, unsigned>() == 0));
  return failures();
}
"""

_LOADED = """// rows: hc.language.values_over_barriers
#include <hc.hpp>

#include <vector>

#include "check.hpp"

// What work-items read from group memory, keep over a barrier, and write to where others have read.
int main() {
  const int tile = 32, n = 3 * tile;
  std::vector<unsigned> in(n), got(n), changed(n);
  for (int i = 0; i < n; ++i) in[i] = i * 0x9e3779b9u;
  {
    hc::array_view<const unsigned> given(n, in);
    hc::array_view<unsigned> out(n, got), sums(n, changed);
    hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static unsigned s[tile], r[tile];
      const int l = t.local[0], g = t.global[0];
      s[l] = r[l] = given[g];
      t.barrier.wait();
      const unsigned next = s[(l + 1) & 31], far = r[l ^ 5];
      t.barrier.wait();
      s[(l + 2) & 31] = next;
      r[l] += far * 3;
      t.barrier.wait();
      out[g] = s[l];
      sums[g] = r[l];
    });
  }
  for (int i = 0; i < n; ++i) {
    const int first = i / tile * tile, l = i % tile;
    CHECK(got[i] == in[first + ((l + 31) & 31)]);
    CHECK(changed[i] == in[i] + in[first + (l ^ 5)] * 3);
  }
  return failures();
}
"""

# One of three branches waits twice, and may change what all of them carry on.
_BRANCHES = """// rows: hc.language.values_over_barriers
#include <hc.hpp>
#include <vector>

#include "check.hpp"

template <class T>
__attribute__((noinline)) static void wait_apart(const hc::tiled_index<2>& t, T) [[hc]] {
  t.barrier.wait();
}

template <class T, bool apart, bool alone = false>
static int wrong_branches(int asked, int turned) {
  const int rows = 24, columns = 24;
  std::vector<T> out(rows * columns);
  hc::array_view<T, 2> found(rows, columns, out);
  hc::parallel_for_each(found.get_extent().tile(12, 8), [=](hc::tiled_index<2> t) [[hc]] {
    const auto wait = [&] {
      if (apart)
        wait_apart(t, T());
      else
        t.barrier.wait();
    };
    const int row = t.global[0], tile = t.tile[0] * 3 + t.tile[1];
    T own = T(row * 92 - 2), other = alone ? T(0) : T(row * 5 + t.global[1]);
    switch ((tile ^ turned) & 3) {
      case 0:
        wait();
        if (asked == 34) own = 0;
        t.barrier.wait();
        break;
      case 2:
        wait();
        if (!alone && asked == 35) other = own;
        break;
      default:
        t.barrier.wait();
        if (alone) break;
        if (asked == 36) other = 1;
        wait();
    }
    found(t.global) = own * 2 + other;
  });
  found.synchronize();
  int wrong = 0;
  for (int i = 0; i < rows * columns; ++i) {
    const int row = i / columns, column = i % columns, tile = row / 12 * 3 + column / 8;
    T own = T(row * 92 - 2), other = alone ? T(0) : T(row * 5 + column);
    const int way = (tile ^ turned) & 3;
    if (way == 0 && asked == 34) own = 0;
    if (!alone && way == 2 && asked == 35) other = own;
    if (!alone && way % 2 == 1 && asked == 36) other = 1;
    wrong += out[i] != own * 2 + other;
  }
  return wrong;
}

int main() {
  for (int asked = 33; asked < 37; ++asked)
    for (int turned = 0; turned < 4; ++turned) {
      CHECK((wrong_branches<int, false>(asked, turned) == 0));
      CHECK((wrong_branches<float, false>(asked, turned) == 0));
      CHECK((wrong_branches<float, false, true>(asked, turned) == 0));
      CHECK((wrong_branches<float, true, true>(asked, turned) == 0));
      CHECK((wrong_branches<float, true>(asked, turned) == 0));
      CHECK((wrong_branches<long long, true>(asked, turned) == 0));
    }
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, type_ in _TYPES.items():
        scalar = "x.x + 2 * x.z" if name == "vector" else "x"
        text = _TEXT.replace("@TYPE@", type_).replace("@SCALAR@", scalar)
        yield name, text
    yield "negated_atomics", _FLOATS
    yield "waves", _WAVES
    yield "short_loops", _PATHS
    yield "branches", _BRANCHES
    yield "loaded_from_group", _LOADED
