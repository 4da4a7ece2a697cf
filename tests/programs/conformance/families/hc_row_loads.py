"""What all work-items of a row load from one place to find others: indices, offsets, pointers, members.

Some kernels also store to such places, in rows of a single work-item or before they load; the CPU computes
the same, work-item by work-item.
"""

from __future__ import annotations

from collections.abc import Iterator

_ELEMENTS = {"char": "signed char", "int": "int", "long": "long long", "float": "float"}
# What work-item (y, x) does: q has a number below `rows` for each row, a and o have rows of `width`.
_USES = {
    "permuted": "o[y * w + x] = a[q[y] * w + x];",
    "of_the_next": "if (y + 1 < h) o[y * w + x] = E(a[q[y + 1] * w + x] + a[q[y] * w + (w - 1 - x)]);",
    "twice": "o[y * w + x] = a[q[q[y]] * w + x];",
    "scaled": "const int r = q[y]; o[y * w + x] = E(a[r * w + x] + r);",
    "shifted": "int c = x + q[y]; c %= w; o[y * w + x] = a[y * w + c];",
    "some": "if ((x + y) % 3 != 1) o[y * w + x] = a[q[y] * w + x];",
    "off_edges": "if (x > 0 && x < w - 1) o[y * w + x] = E(a[q[y] * w + x - 1] + a[q[y] * w + x + 1]);",
    "rows_written": "o[q[y] * w + x] = E(a[y * w + x] + 1);",
    "sums": "E s = 0; for (int k = 0; k < 3; ++k) s = E(s + a[q[(y + k) % h] * w + x]); o[y * w + x] = s;",
    "pointers": "const E* const p = rows[q[y]]; o[y * w + x] = E(p[x] + rows[y][w - 1 - x]);",
    "members": "o[y * w + x] = a[(m->first + y) % h * w + (x + m->shift[1]) % w];",
    "written_before": "o[y * w + x] = E(y % 5); if (w == 1) q[y] = (y * 7) % h; "
    "o[y * w + x] = E(o[y * w + x] + a[q[y] * w + x]);",
    "written_after": "const int r = q[y]; o[y * w + x] = a[r * w + x]; if (w == 1) q[y] = (r + 1) % h;",
    "one_writes": "const int r = w == 1 ? q[y] : y; o[y * w + x] = a[r * w + x]; if (w == 1) q[y] = 0;",
}
_TEXT = """// rows: hc.parallel_for_each.extent
// flags: -fwrapv
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

typedef @E@ E;
struct Members {
  int first, shift[3];
};
struct All {
  int h, w;
  int* q;
  const E* a;
  const E* const* rows;
  const Members* m;
  E* o;
};
static void work(const All& all, int y, int x) [[cpu, hc]] {
  const int h = all.h, w = all.w;
  int* const q = all.q;
  const E* const a = all.a;
  const E* const* const rows = all.rows;
  const Members* const m = all.m;
  E* const o = all.o;
  (void)rows, (void)m, (void)h;
  @USE@
}

template <class T>
static T* made(std::size_t n) {
  hc::accelerator here;
  return static_cast<T*>(hc::am_alloc(n * sizeof(T), here, amHostCoherent));
}
static int compare(int h, int w, bool tiled) {
  int* const q = made<int>(h);
  E *const a = made<E>(h * w), *const o = made<E>(h * w);
  const E** const rows = made<const E*>(h);
  Members* const m = made<Members>(1);
  *m = {2, {0, 3, 1}};
  for (int y = 0; y < h; ++y) q[y] = (y * 3 + 1) % h, rows[y] = a + y * w;
  for (int i = 0; i < h * w; ++i) a[i] = E(i * 7 % 31), o[i] = 0;
  const std::vector<int> kept(q, q + h);
  const All all{h, w, q, a, rows, m, o};
  if (tiled)
    hc::parallel_for_each(hc::extent<2>(h, w).tile(1, w), [=](hc::tiled_index<2> t) [[hc]] {
      work(all, t.global[0], t.global[1]);
    }).wait();
  else
    hc::parallel_for_each(hc::extent<2>(h, w), [=](hc::index<2> i) [[hc]] { work(all, i[0], i[1]); }).wait();
  const std::vector<int> numbers(q, q + h);
  const std::vector<E> got(o, o + h * w);
  for (int y = 0; y < h; ++y) q[y] = kept[y];
  for (int i = 0; i < h * w; ++i) o[i] = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) work(all, y, x);
  int wrong = numbers != std::vector<int>(q, q + h);
  for (int i = 0; i < h * w; ++i) wrong += got[i] != o[i];
  hc::am_free(q), hc::am_free(a), hc::am_free(o), hc::am_free(rows), hc::am_free(m);
  return wrong;
}

int main() {
  CHECK(compare(7, 1, false) == 0);
  CHECK(compare(5, 37, false) == 0);
  CHECK(compare(31, 64, false) == 0);
  CHECK(compare(8, 16, true) == 0);
  CHECK(compare(10, 1, true) == 0);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for use, text in _USES.items():
        kinds = _ELEMENTS if use in ("permuted", "pointers") else {"int": "int"}
        for element, type_ in kinds.items():
            yield f"{use}_{element}", _TEXT.replace("@USE@", text).replace("@E@", type_)
