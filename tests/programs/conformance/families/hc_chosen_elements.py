"""Stores through pointers that are chosen among the elements of private arrays."""

from __future__ import annotations

from collections.abc import Iterator

_TYPES = ("char", "short", "int", "long long", "float", "double", "unsigned char")
_CHOICES = {
    "two": "T* p = i % 3 ? &a[0] : &a[2]; *p = T(10 + i);",
    "element_or_index": "T* p = i % 5 ? &a[1] : &a[i & 3]; *p = T(3);",
    "indices": "T* p = i % 3 ? &a[i & 7] : &a[(i + 3) & 7]; *p = T(10 + i);",
    "added": "T* p = i % 5 ? &a[1] : &a[i & 3]; *p += T(3);",
    "read": "T* p = i % 5 ? &a[1] : &a[i & 3]; r = int(*p); p[1] = T(1);",
    "steps": "T* p = a; for (int k = 0; k < 5; ++k) p = (i >> k) & 1 ? p + 1 : p + 2; *p = T(9);",
    "loop": "T* p = a; for (int k = 0; k < i % 9; ++k) { p = (i + k) % 3 ? p + 1 : a; *p += T(k); }",
    "two_in_loop": "for (int k = 0; k < i % 7; ++k) { T* p = (i + k) % 3 ? &a[0] : &a[1]; *p += T(k); }",
    "branches": "T* p = a + 3; if (i % 4 == 0) p = a + 1; else if (i % 4 == 1) p = a + (i & 7); *p = T(5);",
    "two_arrays": "T b[8] = {1, 2, 3, 4}; T* p = i % 3 ? a : b; p[i & 3] = T(i); r = int(b[0] + b[3]);",
    "call": "set(i % 3 ? a + 1 : a + (i & 7), T(77));",
    "copied": "T* p = i % 3 ? a + 1 : a + (i & 7); T* q = i % 5 ? p : a + 2; *q = *p; *p = T(2);",
}
_TEXT = """// rows: hc.language.private_arrays
// flags: -fwrapv
#include <hc.hpp>

#include "check.hpp"

template <class T>
static void set(T* p, T value) [[cpu, hc]] { *p = value; }
template <class T, int N>
static int value(int i) [[cpu, hc]] {
  int r = 0;
  T a[N];
  for (int k = 0; k < N; ++k) a[k] = T((k + i) & 31);
  @CHOICE@
  for (int k = 0; k < N; ++k) r = r * 3 + int(a[k]);
  return r;
}

template <class T, int N>
void check() {
  for (int n : {1, 7, 64, 1000}) {
    hc::array_view<int> v(n);
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = value<T, N>(i[0]); }).wait();
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += v[i] != value<T, N>(i);
    CHECK(wrong == 0);
  }
  hc::array_view<int, 2> w(12, 20);
  hc::parallel_for_each(w.get_extent().tile(3, 4), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int shared[12];
    const int item = t.local[0] * 4 + t.local[1];
    shared[item] = value<T, N>(t.global[0] * 20 + t.global[1]);
    t.barrier.wait();
    w[t.global] = shared[11 - item];
  }).wait();
  int wrong = 0;
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 20; ++x) {
      const int other = (y / 3 * 3 + 2 - y % 3) * 20 + x / 4 * 4 + 3 - x % 4;
      wrong += w(y, x) != value<T, N>(other);
    }
  CHECK(wrong == 0);
}

int main() {
@CHECKS@  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for choice, text in _CHOICES.items():
        for size in (16,) if choice in ("steps", "loop") else (8, 100):
            checks = "".join(f"  check<{type_}, {size}>();\n" for type_ in _TYPES)
            yield f"{choice}_{size}", _TEXT.replace("@CHOICE@", text).replace("@CHECKS@", checks)
