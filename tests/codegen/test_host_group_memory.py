"""tile_static memory of the host target at places that are constants until the variable moves: atomics at
constant offsets, constant tables of addresses, conditions on addresses; in the C++ and in LLVM's own form."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "device" / "host_forms"))
from harness import Library, build, compile_ir, pack

TYPES = {"i": "int", "u": "unsigned", "l": "long long", "s": "short", "c": "unsigned char"}
PLACES = {  # expression of the place -> its declaration
    "element": ("a[2]", "{type} a[4]"),
    "first": ("a[0]", "{type} a[4]"),
    "row": ("a[1][3]", "{type} a[2][5]"),
    "member": ("a.second", "struct S {{ {type} first; {type} second; }} a"),
    "nested": ("a[1].m[2]", "struct S {{ char c; {type} m[3]; }} a[3]"),
}
OPERATIONS = {  # on the place x, with the work-item's number + 1: its result where it begins at 64
    "add": ("__atomic_fetch_add(&x, ({type})(l + 1), __ATOMIC_RELAXED)", lambda n: 64 + n * (n + 1) // 2),
    "or": ("__atomic_fetch_or(&x, ({type})(l + 1), __ATOMIC_RELAXED)", lambda n: 64 | (2 * n - 1)),
    "exchange": (
        "{type} old = x, next; do next = old + 1;"
        " while (!__atomic_compare_exchange_n(&x, &old, next, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))",
        lambda n: 64 + n,
    ),
}
GROUP = 8

HEAD = """
#include "hcrt/detail/device.hpp"
namespace dev = hcrt::device;
template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry(const W* w) { (*w)(); }
#define TILE static __attribute__((section("hcpy.tile_static")))
#define KERNEL(name, ...) \\
  struct name { int* out; const int* in; void operator()() const { \\
    const int l = (int)dev::local_id(0), g = (int)dev::global_id(0); __VA_ARGS__ } }; \\
  void launch_##name(const name* w) { entry<name, name>(w); }
"""

# Each with what a group of 8 work-items writes, where in[g] is g.
FORMS = {
    "Unrolled": (
        """TILE int a[4]; if (l < 4) a[l] = 0; dev::barrier();
           _Pragma("unroll") for (int k = 0; k < 4; ++k) __atomic_fetch_add(&a[k], k, __ATOMIC_RELAXED);
           dev::barrier(); out[g] = a[l & 3];""",
        [0, 8, 16, 24, 0, 8, 16, 24],
    ),
    "Table": (
        """TILE int a[8]; TILE int b[8]; a[l] = in[g]; b[l] = 100 + in[g]; dev::barrier();
           int* const table[3] = {a, a + 2, b + 1}; out[g] = table[in[g] % 3][1];""",
        [1, 3, 102, 1, 3, 102, 1, 3],
    ),
    "FixedTable": (
        """TILE int a[8]; TILE int b[8]; a[l] = in[g]; b[l] = 100 + in[g]; dev::barrier();
           static int* const table[2] = {&a[1], &b[2]}; out[g] = *table[in[g] & 1];""",
        [1, 102] * 4,
    ),
    "Struct": (
        """TILE int a[8]; TILE int b[8]; a[l] = in[g]; b[l] = 100 + in[g]; dev::barrier();
           struct Two { int* first; int n; int* second[2]; };
           const Two both[2] = {{a, 5, {b, &b[3]}}, {&a[4], 6, {nullptr, a}}};
           const Two& mine = both[in[g] & 1];
           out[g] = mine.first[1] * 1000 + mine.n * 10 + *mine.second[1];""",
        [1153, 5060] * 4,
    ),
    "Chosen": (
        """TILE int a[8]; TILE int b[8]; a[l] = in[g]; b[l] = 100 + in[g]; dev::barrier();
           int* p = in[g] < 3 ? &a[1] : &b[2]; __atomic_fetch_add(p, 10, __ATOMIC_RELAXED);
           dev::barrier(); out[g] = a[1] * 1000 + b[2];""",
        [31152] * 8,
    ),
    "Loop": (
        """TILE int a[8]; TILE int b[8]; a[l] = in[g]; b[l] = 100 + in[g]; dev::barrier();
           int* p = &a[0]; int sum = 0;
           for (int k = 0; k <= in[g]; ++k) { sum += *p; p = p == &a[3] ? &b[1] : p + 1; } out[g] = sum;""",
        [0, 1, 3, 6, 107, 209, 312, 416],
    ),
    "Numbers": (
        """TILE int a[8]; TILE int b[8]; a[l] = 0; b[l] = 0; dev::barrier();
           out[g] = (int)((unsigned long)&a[l] - (unsigned long)&a[0]) + (&a[1] == &b[0] ? 1000 : 0);""",
        [4 * n for n in range(8)],
    ),
    "Shared": (
        """TILE int a[2]; TILE int b; if (l == 0) { a[1] = 7; b = 1; } dev::barrier();
           if (l < 4) __atomic_fetch_add(&b, a[1], __ATOMIC_RELAXED);
           dev::barrier(); out[g] = b;""",
        [29] * 8,
    ),
    "NoBarrier": (
        "TILE int a[4]; a[3] = 5; __atomic_fetch_add(&a[3], 1, __ATOMIC_RELAXED); out[g] = a[3];",
        [6] * 8,
    ),
}


def source() -> str:
    kernels = []
    for t, type_ in TYPES.items():
        for p, (place, declaration) in PLACES.items():
            for o, (operation, _) in OPERATIONS.items():
                code = operation.replace("x", place).format(type=type_)
                if o == "exchange":
                    code = (
                        operation.replace("= x,", f"= {place},").replace("&x", f"&{place}").format(type=type_)
                    )
                declared = f"TILE {declaration.format(type=type_)};"
                if "struct" in declared:
                    body, name = declaration.format(type=type_).rsplit(" ", 1)
                    declared = f"{body}; TILE S {name};"
                kernels.append(
                    f"KERNEL(K_{t}_{p}_{o}, {declared} {place} = 64; dev::barrier(); {code}; dev::barrier();"
                    f" out[g] = (int){place};)"
                )
    kernels += [f"KERNEL({name}, {code})" for name, (code, _) in FORMS.items()]
    return HEAD + "\n".join(kernels)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("group_memory")
    path = folder / "kernels.cpp"
    path.write_text(source())
    return Library.load(build(compile_ir(path, folder / "kernels.ll"), "x86-64")[1])


def run(library: Library, kernel: str, groups: int = 2) -> np.ndarray:
    given = np.tile(np.arange(GROUP, dtype=np.int32), groups)
    out = np.full(GROUP * groups, -1, np.int32)
    library.launch(kernel, pack(out, given), (GROUP * groups,), (GROUP,))
    return out


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", TYPES)
def test_atomics_at_constant_places(library: Library, kind: str, place: str, operation: str) -> None:
    expected = OPERATIONS[operation][1](GROUP)
    np.testing.assert_array_equal(run(library, f"K_{kind}_{place}_{operation}"), expected)


@pytest.mark.parametrize("form", FORMS)
def test_addresses_that_were_constants(library: Library, form: str) -> None:
    np.testing.assert_array_equal(run(library, form), np.tile(FORMS[form][1], 2))
