"""Numbers side by side that each work-item reads of a record or row of its own, which ends with the memory.

Rows have 2 to 17 numbers, and some of them are read; the last byte of the last row is the last of its
allocation. Some kernels write to what they read. The CPU computes the same, work-item by work-item.
"""

from __future__ import annotations

from collections.abc import Iterator

_ELEMENTS = {
    "int": "int",
    "float": "float",
    "long": "long long",
    "double": "double",
    "short": "short",
    "byte": "unsigned char",
}
# What work-item i does with row r = a + i * w, or with that of q[i]; o has a number for each. Sums of floats
# stay below 2^24, so that they are the same with products that are fused and not.
_USES = {
    "all": "E s = 0; for (int k = 0; k < w; ++k) s = E(s * 2 + r[k]); o[i] = s;",
    "last": "o[i] = E(r[w - 1] * 5 + r[w - 2]);",
    "but_the_first": "E s = 0; for (int k = 1; k < w; ++k) s = E(s + k * r[k]); o[i] = s;",
    "greatest": "E s = r[0]; int at = 0; for (int k = 1; k < w; ++k) if (r[k] > s) s = r[k], at = k; "
    "o[i] = E(s * 8 + at);",
    "listed": "const E* const p = a + q[i] * w; "
    "E s = 0; for (int k = 0; k < w; ++k) s = E(s * 2 + p[k]); o[i] = s;",
    "own": "E m[w] = {}; for (int k = 0; k < q[0] + 17; ++k) m[unsigned(k + int(r[0])) % w] += E(k); "
    "E s = 0; for (int k = 0; k < w; ++k) s = E(s * 2 + m[k]); o[i] = s;",
    "some": "E s = 0; if (i % 3 != 1) for (int k = 0; k < w; ++k) s = E(s * 2 + r[k]); o[i] = s;",
    "written": "for (int k = 0; k + 1 < w; ++k) r[k] = E(r[k] + r[k + 1]); o[i] = E(r[0] + r[w - 1]);",
    "over": "const E f = r[0]; o[i] = f; "
    "E s = 0; for (int k = 0; k < w; ++k) s = E(s + r[k]); o[i] = E(o[i] + s);",
    "back": "E s = 0; for (int k = w - 1; k >= 0; --k) s = E(s * 3 + r[k]); o[i] = s;",
    "of_rows": "E s = 0; for (int k = 0; k < w; ++k) s = E(s + r[k] * a[k]); o[i] = s;",
}
_TEXT = """// rows: hc.parallel_for_each.extent
// flags: -fwrapv
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

typedef @E@ E;
template <int w>
static void work(int i, E* a, const int* q, E* o) [[cpu, hc]] {
  E* const r = a + i * w;
  (void)r, (void)q;
  @USE@
}

template <class T>
static T* made(std::size_t n) {
  hc::accelerator here;
  return static_cast<T*>(hc::am_alloc(n * sizeof(T), here, amHostCoherent));
}
template <int w>
static int compare(int n, bool tiled) {
  int* const q = made<int>(n);
  E *const a = made<E>(n * w), *const o = made<E>(n);
  std::vector<E> kept(n * w);
  for (int i = 0; i < n; ++i) q[i] = (i * 5 + 3) % n, o[i] = 0;
  for (int i = 0; i < n * w; ++i) a[i] = kept[i] = E(i * 7 % 31);
  if (tiled)
    hc::parallel_for_each(hc::extent<1>(n).tile(n / 4), [=](hc::tiled_index<1> t) [[hc]] {
      work<w>(t.global[0], a, q, o);
    }).wait();
  else
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { work<w>(i[0], a, q, o); }).wait();
  const std::vector<E> rows(a, a + n * w), got(o, o + n);
  for (int i = 0; i < n * w; ++i) a[i] = kept[i];
  for (int i = 0; i < n; ++i) o[i] = 0;
  for (int i = 0; i < n; ++i) work<w>(i, a, q, o);
  int wrong = rows != std::vector<E>(a, a + n * w);
  for (int i = 0; i < n; ++i) wrong += got[i] != o[i];
  hc::am_free(q), hc::am_free(a), hc::am_free(o);
  return wrong;
}

int main() {
@CHECKS@
  return failures();
}
"""
_WIDTHS = ((2, 3, 4), (5, 6, 7, 8), (9, 11, 16, 17))


def programs() -> Iterator[tuple[str, str]]:
    for use, text in _USES.items():
        for element, type_ in _ELEMENTS.items():
            if element != "int" and use not in ("all", "listed"):
                continue
            for number, widths in enumerate(_WIDTHS):
                checks = [
                    f"  CHECK(compare<{w}>({n}, {tiled}) == 0);"
                    for w in widths
                    for n, tiled in ((7, "false"), (103, "false"), (64, "true"))
                ]
                made = _TEXT.replace("@USE@", text).replace("@E@", type_)
                yield f"{use}_{element}_{number}", made.replace("@CHECKS@", "\n".join(checks))
