"""Private arrays in loops that all work-items go through alike, where the host has elements side by side.

Lengths are known at run time only, else the arrays would be values. Work-items differ in what they store, in
whether they store, and in where they stop; the CPU computes the same.
"""

from __future__ import annotations

from collections.abc import Iterator

_ELEMENTS = {
    "char": "signed char",
    "short": "short",
    "int": "int",
    "long": "long long",
    "float": "float",
    "double": "double",
}
_FILL = "for (int k = 0; k < m; ++k) a[k] = E((i * 5 + k * 3) % 11);"
# Each leaves what it computed in `a`, of which all m elements are summed up then.
_USES = {
    "sums": f"E a[37]; {_FILL} for (int k = 1; k < m; ++k) a[k] = E((a[k - 1] + a[k]) / 2);",
    "triangle": f"E a[37]; {_FILL} for (int n = m - 1; n > 0; --n) "
    "for (int k = 0; k < n; ++k) a[k] = E((a[k + 1] + a[k]) / 2);",
    "reversed": f"E a[37]; {_FILL} for (int k = 0; k < m / 2; ++k) "
    "{ E kept = a[k]; a[k] = a[m - 1 - k]; a[m - 1 - k] = kept; } a[m / 2] = E(i % 7);",
    "some": f"E a[37]; {_FILL} for (int k = 0; k < m; ++k) if ((i + k) % 3 == 0) a[k] = E(i % 5 - k % 3);",
    "leaving": f"E a[37]; {_FILL} for (int k = 0; k + 1 < m; ++k) "
    "{ if (a[k] == E(i % 11)) break; a[k + 1] = E(a[k] / 2 + 1); }",
    "odd_ones": f"E a[37]; {_FILL} if (i & 1) for (int k = 0; k + 1 < m; k += 2) a[k] = E(a[k] + a[k + 1]);",
    "own_places": f"E a[37]; {_FILL} for (int k = 0; k < m; ++k) a[(k + i) % m] = E((a[k] + i) % 13);",
    "zeroed": "E a[37] = {}; for (int r = 0; r < 3; ++r) "
    "for (int k = r; k < m; ++k) a[k] = E(a[k] + (i + k) % 5);",
    "zeroed_again": f"E a[37]; {_FILL} for (int r = 0; r < 3; ++r) {{ for (int k = 0; k < 20; ++k) a[k] = 0; "
    "for (int k = r; k < m; ++k) a[k] = E(a[k] / 2 + (i + k + r) % 5); }",
    "filled": "E a[37]; std::memset(a, 5, sizeof a); for (int k = i % 4; k < m; k += 3) a[k] = E(k);"
    " for (int k = 0; k < m; ++k) a[k] = E(int(a[k] != 0) + k);",
    "two": f"E a[37], b[37]; {_FILL} for (int k = 0; k < m; ++k) b[m - 1 - k] = E(a[k] + i % 3); "
    "for (int r = 0; r < 4; ++r) for (int k = 0; k < m; ++k) "
    "{ E kept = a[k]; a[k] = b[k]; b[k] = E(int(kept + r) % 9); }",
    "pointers": f"E a[37]; {_FILL} for (E *p = a, *q = a + m; p < q; ++p) *p = E((*p + *--q) / 2);",
    "chosen": f"E a[37], b[37] = {{}}; {_FILL} for (int k = 0; k < m; ++k) (i % 2 ? a : b)[k] = E(k % 7);"
    " for (int k = 0; k < m; ++k) a[k] = E(a[k] + b[k]);",
    "planes": "E c[3][13], a[37]; for (int y = 0; y < (m + 12) / 13; ++y) for (int x = 0; x < 13; ++x) "
    "c[y][x] = E((i + y * x) % 9); for (int k = 0; k < m; ++k) a[k] = E(c[k / 13][k % 13] + 1);",
    "bytes": f"E a[37]; {_FILL} for (int k = 0; k < m; ++k) "
    "reinterpret_cast<unsigned char*>(a + k)[0] ^= static_cast<unsigned char>(i % 2);"
    " for (int k = 0; k < m; ++k) a[k] = E(int(a[k] != 0) + k);",
    "copied": f"E a[37], b[37]; {_FILL} for (int r = 0; r < 3; ++r) {{ for (int k = 0; k < m; ++k) "
    "b[k] = E((a[k] + a[(k + r) % m]) / 2); std::memcpy(a, b, sizeof(E) * m); }",
    "pairs": "struct P { E x, y; } p[37]; E a[37]; for (int k = 0; k < m; ++k) p[k] = {E(k), E((i + k) % 9)};"
    " for (int k = 1; k < m; ++k) p[k].x = E((p[k - 1].y + p[k].x) / 2);"
    " for (int k = 0; k < m; ++k) a[k] = E(p[k].x + p[k].y);",
}
_TEXT = """// rows: hc.language.private_arrays
// flags: -fwrapv
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

typedef @E@ E;
static int value(int i, int m) [[cpu, hc]] {
  @USE@
  long long sum = 0;
  for (int k = 0; k < m; ++k) sum = sum * 3 % 65521 + static_cast<long long>(a[k]);
  return static_cast<int>(sum);
}
static int row(int n, int m) {
  hc::array_view<int> v(n);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = value(i[0], m); }).wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += v[i] != value(i, m);
  return wrong;
}
static int plane(int rows, int columns, int m) {
  hc::array_view<int, 2> v(rows, columns);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] {
    if (i[1] > 0 || i[0] > 1) v[i] = value(i[0] * 50 + i[1], m);
    else v[i] = -1;
  }).wait();
  int wrong = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) wrong += v(y, x) != (x > 0 || y > 1 ? value(y * 50 + x, m) : -1);
  return wrong;
}
static int tiles(int m) {
  hc::array_view<int, 2> v(12, 24);
  hc::parallel_for_each(v.get_extent().tile(4, 12), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[4][12];
    const int y = t.local[0], x = t.local[1];
    s[y][x] = value(t.global[0] * 31 + t.global[1], m);
    t.barrier.wait();
    v[t.global] = s[3 - y][11 - x] + value(y + x, m - 3);
  }).wait();
  int wrong = 0;
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 24; ++x) {
      const int other = (y / 4 * 4 + 3 - y % 4) * 31 + x / 12 * 12 + 11 - x % 12;
      wrong += v(y, x) != value(other, m) + value(y % 4 + x % 12, m - 3);
    }
  return wrong;
}

int main() {
  for (int n : {1, 5, 16, 333}) CHECK(row(n, 35) == 0);
  CHECK(row(100, 5) == 0);
  CHECK(plane(5, 45, 37) == 0);
  CHECK(plane(40, 3, 36) == 0);
  CHECK(tiles(36) == 0);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for use, text in _USES.items():
        kinds = _ELEMENTS if use in ("sums", "zeroed", "pairs") else {"int": "int"}
        for element, type_ in kinds.items():
            yield f"{use}_{element}", _TEXT.replace("@USE@", text).replace("@E@", type_)
