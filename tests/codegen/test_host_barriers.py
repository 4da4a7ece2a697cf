"""Barriers of the host target under conditions that only the data decides, the same for a whole group;
private arrays that live across them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "device" / "host_forms"))
from harness import Library, build, compile_ir, pack

GROUP, GROUPS = 8, 4
ITEMS = GROUP * GROUPS

HEAD = """
#include "hcrt/detail/device.hpp"
namespace dev = hcrt::device;
template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry(const W* w) { (*w)(); }
#define TILE static __attribute__((section("hcpy.tile_static")))
#define NEXT (s[l] = v, dev::barrier(), v += s[(l + 1) % 8], dev::barrier())
#define KERNEL(name, ...) \\
  struct name { int* out; const int* in; const int* flag; void operator()() const { \\
    TILE int s[8]; const int l = (int)dev::local_id(0), g = (int)dev::global_id(0); int v = in[g]; \\
    const int f = flag[g]; __VA_ARGS__; out[g] = v; } }; \\
  void launch_##name(const name* w) { entry<name, name>(w); }
"""


def following(v: np.ndarray) -> np.ndarray:
    """What NEXT makes of the values of all groups."""
    return v + np.roll(v.reshape(GROUPS, GROUP), -1, axis=1).reshape(-1)


def where(condition: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.where(condition, a, b)


def lane() -> np.ndarray:
    return np.tile(np.arange(GROUP), GROUPS)


def odd_more(v: np.ndarray) -> np.ndarray:
    return where(v & 1 == 1, v + 3, v)


def twice_and_more(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return following(following(v)), following(following(following(v)))


def arrays(v: np.ndarray, f: np.ndarray) -> np.ndarray:
    a = np.zeros((ITEMS, 6), np.int64)
    items = np.arange(ITEMS)
    for k in range(6):
        a[items, (v + k) % 6] = v * k
    new = where(f > 0, following(v), v)
    a[items, new % 6] += where(f > 0, new, 0)
    for k in range(6):
        new = new * 3 + a[items, (k + lane()) % 6]
    return new


def more_arrays(v: np.ndarray, f: np.ndarray) -> np.ndarray:
    a = np.stack([v, v + 1, v + 2], axis=1)
    b, d = np.zeros((ITEMS, 5), np.int64), np.tile([1, 2], (ITEMS, 1))
    items = np.arange(ITEMS)
    for k in range(3):
        on = f > k
        b[items, (v + k) % 5] += where(on, k, 0)
        v = where(on, following(v), v)
        d[items, v & 1] += on
        a[items, v % 3] += where(on, b[:, k], 0)
    return a @ [1, 3, 5] + d @ [7, 11] + ord("x")


# flag is 0, 1, 2, 3 for the groups.
FORMS = {
    "If": ("if (f > 1) NEXT", lambda v, f: where(f > 1, following(v), v)),
    "IfElse": (
        "if (f > 1) { NEXT; v *= 2; } else { v += 1; NEXT; }",
        lambda v, f: where(f > 1, 2 * following(v), following(v + 1)),
    ),
    "Return": (
        "if (f == 2) { out[g] = -1; return; } NEXT",
        lambda v, f: where(f == 2, np.full_like(v, -1), following(v)),
    ),
    "Loop": (
        "for (int k = 0; k < f; ++k) NEXT",
        lambda v, f: where(f == 0, v, where(f == 1, following(v), where(f == 2, *twice_and_more(v)))),
    ),
    "Stride": (
        "for (int k = l; k < 16; k += 8) { NEXT; v += k; }",
        lambda v, f: following(following(v) + lane()) + lane() + 8,
    ),
    "Switch": (
        "switch (f) { case 0: NEXT; break; case 2: NEXT; v += 7; default: v += 1; }",
        lambda v, f: where(f == 0, following(v), where(f == 2, following(v) + 8, v + 1)),
    ),
    "Inner": (
        "if (f != 3) { if (v & 1) v += 3; if (f != 1) { NEXT; } v ^= 1; }",
        lambda v, f: where(f == 3, v, where(f == 1, odd_more(v) ^ 1, following(odd_more(v)) ^ 1)),
    ),
    "Array": (
        """int a[6] = {}; for (int k = 0; k < 6; ++k) a[(v + k) % 6] = v * k;
           if (f > 0) { NEXT; a[v % 6] += v; } for (int k = 0; k < 6; ++k) v = v * 3 + a[(k + l) % 6]""",
        arrays,
    ),
    "Arrays": (
        """int a[3] = {v, v + 1, v + 2}; short b[5] = {}; struct { char c; double d[2]; } e = {'x', {1, 2}};
           for (int k = 0; k < f; ++k) { b[(v + k) % 5] += k; NEXT; e.d[v & 1] += 1; a[v % 3] += b[k]; }
           v = a[0] + 3 * a[1] + 5 * a[2] + (int)e.d[0] * 7 + (int)e.d[1] * 11 + e.c""",
        more_arrays,
    ),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("barriers")
    path = folder / "kernels.cpp"
    path.write_text(HEAD + "\n".join(f"KERNEL({name}, {code})" for name, (code, _) in FORMS.items()))
    return Library.load(build(compile_ir(path, folder / "kernels.ll"), "x86-64")[1])


@pytest.mark.parametrize("form", FORMS)
def test_barriers_under_conditions_of_the_data(library: Library, form: str) -> None:
    given = np.random.default_rng(3).integers(0, 50, ITEMS).astype(np.int32)
    flag = np.repeat(np.arange(GROUPS, dtype=np.int32), GROUP)
    out = np.full(ITEMS, -7, np.int32)
    library.launch(form, pack(out, given, flag), (ITEMS,), (GROUP,))
    np.testing.assert_array_equal(out, FORMS[form][1](given.astype(np.int64), flag).astype(np.int32))
