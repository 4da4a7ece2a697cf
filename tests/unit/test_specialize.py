"""Which captured values become specialisation constants, and which stay arguments."""

from __future__ import annotations

import pytest
from pass_support import lowering_of

from hcpy import ir
from hcpy.passes import specialize
from hcpy.passes.lowering import Lowering

_TEXT = """%object = type { i32, i8, [3 x i8], i64 }
declare spir_func i32 @__hcrt_specialized_4(i32)
declare spir_func i64 @__hcrt_specialized_8(i64)
define spir_func void @reads(ptr readonly %p) noinline { ret void }
define spir_func void @writes(ptr %p) noinline { ret void }
define spir_kernel void @kernel(ptr byval(%object) %o, ptr %out) {
entry:
  %q = addrspacecast ptr %o to ptr addrspace(4)
  %at4 = getelementptr i8, ptr addrspace(4) %q, i64 4
  %at8 = getelementptr i8, ptr addrspace(4) %q, i64 8
  %word = load i32, ptr %o
  %byte = load i8, ptr addrspace(4) %at4
  %wide = zext i8 %byte to i32
  %long = load i64, ptr addrspace(4) %at8
  MORE
  %a = call spir_func i32 @__hcrt_specialized_4(i32 %word)
  %b = call spir_func i32 @__hcrt_specialized_4(i32 %wide)
  %c = call spir_func i64 @__hcrt_specialized_8(i64 %long)
  %again = call spir_func i32 @__hcrt_specialized_4(i32 %word)
  store i32 %a, ptr %out
  store i32 %b, ptr %out
  store i64 %c, ptr %out
  store i32 %again, ptr %out
  ret void
}
define spir_kernel void @other(ptr byval(i32) %o) { ret void }
"""
_ALL = "16:0:4 17:4:1 18:8:8"


def _run(text: str) -> Lowering:
    lowering = lowering_of(text, ("kernel", "other"))
    specialize.run_constants(lowering)
    lowering.module.verify()
    assert "__hcrt_specialized" not in str(lowering.module)
    return lowering


@pytest.mark.parametrize(
    ("more", "record"),
    [
        ("", _ALL),
        ("call spir_func void @reads(ptr %o)", _ALL),
        ("call spir_func void @writes(ptr %o)", "pushed"),  # who knows what is there then
        ("store i32 1, ptr %o", "pushed"),
        ("store ptr %o, ptr %out", "pushed"),
        (
            "%sum = add i32 %word, 1\n  %s = call spir_func i32 @__hcrt_specialized_4(i32 %sum)\n"
            "  store i32 %s, ptr %out",
            f"{_ALL} pushed",
        ),
    ],
)
def test_bytes_of_the_function_object_become_constants(more: str, record: str) -> None:
    assert _run(_TEXT.replace("MORE", more)).specialized == {"kernel": record}


def test_a_large_function_object_is_handed_over_by_its_address() -> None:
    text = _TEXT.replace("MORE", "").replace("ptr byval(%object) %o", "ptr addrspace(1) %g")
    text = text.replace(
        "entry:\n", "entry:\n  %n = ptrtoint ptr addrspace(1) %g to i64\n  %o = inttoptr i64 %n to ptr\n", 1
    )
    assert _run(text).specialized == {"kernel": _ALL}
    changed = text.replace("%n to ptr\n", "%n to ptr\n  store i64 1, ptr %o\n")
    assert _run(changed).specialized == {"kernel": "pushed"}


def test_a_constant_is_made_once_a_kernel() -> None:
    lowering = _run(_TEXT.replace("MORE", ""))
    kernel = lowering.kernel("kernel")
    calls = [[v.value for v in c.arguments if isinstance(v, ir.Integer)] for c in kernel.calls()]
    assert sorted(calls) == [[16, 0], [17, 0], [18, 0]]
    assert "store i32 %word" not in str(lowering.module)


def test_other_targets_push_all_values() -> None:
    lowering = lowering_of(_TEXT.replace("MORE", ""), ("kernel", "other"))
    specialize.run_pushed(lowering)
    shown = str(lowering.module)
    assert lowering.specialized == {"kernel": "pushed"}
    assert "__hcrt_specialized" not in shown and "store i32 %word" in shown


_PTX_TEXT = _TEXT.replace("spir_func ", "").replace("spir_kernel", "ptx_kernel").replace("MORE", "")


def _run_ptx(text: str) -> Lowering:
    lowering = lowering_of(text, ("kernel", "other"))
    specialize.run_ptx(lowering)
    lowering.module.verify()
    assert "__hcrt_specialized" not in str(lowering.module)
    return lowering


def test_ptx_moves_what_the_runtime_finishes() -> None:
    lowering = _run_ptx(_PTX_TEXT)
    moves = list(lowering.kernel("kernel").calls())
    assert lowering.specialized == {"kernel": _ALL}
    assert sorted(m.assembler.text for m in moves if m.assembler is not None) == [
        "mov.b32 $0, $1; // hcrt constant 16",
        "mov.b32 $0, $1; // hcrt constant 17",
        "mov.b64 $0, $1; // hcrt constant 18",
    ]
    assert {m.block for m in moves} == {lowering.kernel("kernel").entry}


def test_ptx_of_kernels_with_variables_that_change_is_the_same_for_all_values() -> None:
    changing = "@count = external global i32\n" + _PTX_TEXT.replace(
        "entry:\n", "entry:\n  store i32 1, ptr @count\n", 1
    )
    assert _run_ptx(changing).specialized == {"kernel": "pushed"}
    unused = changing.replace("store i32 1, ptr @count\n", "\n")
    assert _run_ptx(unused).specialized == {"kernel": _ALL}
