"""Loops that hand a value on from one turn to the next (`t = a + b; a = b; b = t;`), counting up and down.

A switch into loops makes others of the kind: hcc gives such loops one entry each, and what the ways to it
carry goes through their variables.
"""

from __future__ import annotations

from collections.abc import Iterator

TEXT = """// rows: hc.language.kernel_forms
#include <hc.hpp>
#include "check.hpp"

using value = @TYPE@;

static value handed(int n, value start, int way) [[cpu, hc]] {
  value a = 0, b = start;
  @LOOP@ {
    value t = a + b;
    a = b;
    b = t;
  }
  return way ? b : a;
}

int main() {
  hc::array_view<int> turns(32);
  hc::array_view<value> first(32), second(32), third(32);
  for (int k = 0; k < 32; ++k) turns[k] = (k * 7) % 16;
  hc::parallel_for_each(hc::extent<1>(32), [=](hc::index<1> i) [[hc]] {
    first[i] = handed(i[0] & 15, 1, 0);
    second[i] = handed(turns[i], 1, 0);
    third[i] = handed(turns[i], value(i[0]), 1);
  }).wait();
  for (int k = 0; k < 32; ++k) {
    CHECK(first[k] == handed(k & 15, 1, 0));
    CHECK(second[k] == handed((k * 7) % 16, 1, 0));
    CHECK(third[k] == handed((k * 7) % 16, value(k), 1));
  }
  return failures();
}
"""

INTO = """// rows: hc.language.kernel_forms
#include <hc.hpp>
#include "check.hpp"

#include <vector>

static void walk(unsigned& x, int& q, const unsigned* row) [[cpu, hc]] {
  int k = 0;
  switch (q & 7) {
    @FORM@
  }
}

const int N = 64, T = 32, R = 8;

int main() {
  std::vector<unsigned> a(N), x(N), sum(N);
  std::vector<int> b(N), q(N);
  for (int i = 0; i < N; ++i) a[i] = i * 2654435761u >> 23;
  for (int i = 0; i < N; ++i) b[i] = (i * 97 + 5) & 255;
  hc::array_view<const unsigned, 1> from(N, a);
  hc::array_view<const int, 1> ways(N, b);
  hc::array_view<unsigned, 1> flat(N, x), tiled(N, sum);
  hc::array_view<int, 1> last(N, q);
  hc::parallel_for_each(hc::extent<1>(N), [=](hc::index<1> id) [[hc]] {
    unsigned x = from[id], row[R];
    int q = ways[id];
    for (int k = 0; k < R; ++k) row[k] = from[(id[0] + k) % T];
    for (int turn = 0; turn < ways.get_extent()[0] / T; ++turn) walk(x, q, row);
    flat[id] = x;
    last[id] = q;
  });
  hc::parallel_for_each(hc::extent<1>(N).tile(T), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned shared[T];
    unsigned x = from[t.global], row[R];
    int q = ways[t.global];
    shared[t.local[0]] = x;
    t.barrier.wait();
    for (int turn = 0; turn < 2; ++turn) {
      for (int k = 0; k < R; ++k) row[k] = shared[(t.local[0] + k) % T];
      walk(x, q, row);
      t.barrier.wait();
      shared[t.local[0]] = x;
      t.barrier.wait();
    }
    tiled[t.global] = x + unsigned(q);
  });
  for (int i = 0; i < N; ++i) {
    unsigned x = a[i], row[R];
    int q = b[i];
    for (int k = 0; k < R; ++k) row[k] = a[(i + k) % T];
    for (int turn = 0; turn < 2; ++turn) walk(x, q, row);
    CHECK(flat[i] == x);
    CHECK(last[i] == q);
  }
  for (int tile = 0; tile < N; tile += T) {
    unsigned shared[T], x[T];
    int q[T];
    for (int i = 0; i < T; ++i) shared[i] = x[i] = a[tile + i], q[i] = b[tile + i];
    for (int turn = 0; turn < 2; ++turn) {
      for (int i = 0; i < T; ++i) {
        unsigned row[R];
        for (int k = 0; k < R; ++k) row[k] = shared[(i + k) % T];
        walk(x[i], q[i], row);
      }
      for (int i = 0; i < T; ++i) shared[i] = x[i];
    }
    for (int i = 0; i < T; ++i) CHECK(tiled[tile + i] == x[i] + unsigned(q[i]));
  }
  return failures();
}
"""
FORMS = {
    "counted": "case 1: for (k = 0; k < 3; ++k) { x += row[k]; case 2: q += 3; }"
    " case 3: while (k < 6) { ++k; default: x = -(row[k & 7] & x); } break;",
    "left": "case 0: x += 1; case 1: for (k = 0; k < 3; ++k) { x += row[k]; case 2: q += 3; }"
    " case 3: while (k < 6) { ++k; default: x = -(row[k & 7] & x); if (q & 16) break; } break;",
    "continued": "case 0: x += 1; case 1: for (k = 0; k < 3; ++k) { x += row[k]; if (row[k] > 99u) break;"
    " case 2: if (q & 8) continue; q += 3; }"
    " case 3: while (k < 6) { ++k; default: x = -(row[k & 7] & x); if (q & 16) break; } break;"
    " case 5: do { case 6: ++k; x += unsigned(k); } while (k < 5);",
}

LOOPS = {
    "down": "while (n--)",
    "down_for": "for (; n > 0; --n)",
    "down_by_two": "for (; n > 0; n -= 2)",
    "down_index": "for (int k = n - 1; k >= 0; --k)",
    "up": "for (int k = 0; k < n; ++k)",
    "halving": "for (; n > 0; n /= 2)",
}
TYPES = {"int": "int", "unsigned_long": "unsigned long", "float": "float"}


def programs() -> Iterator[tuple[str, str]]:
    for name, kind in TYPES.items():
        for loop, text in LOOPS.items():
            yield f"{name}_{loop}", TEXT.replace("@TYPE@", kind).replace("@LOOP@", text)
    for form, text in FORMS.items():
        yield f"into_loops_{form}", INTO.replace("@FORM@", text)
