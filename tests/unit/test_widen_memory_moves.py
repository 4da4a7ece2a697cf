"""widen_memory_moves: the same bytes as memset and memcpy, by wider accesses."""

from __future__ import annotations

import ctypes

import pytest
from pass_support import HOST, after, execution

from hcpy.passes import widen_memory_moves

LENGTHS = (128, 129, 300, 515, 1000, 4099)
_GUARD = 64


def body(call: str, kind: str) -> str:
    parameters = "ptr, i8, i64, i1" if kind == "memset" else "ptr, ptr, i64, i1"
    name = f"llvm.{kind}.{'p0' if kind == 'memset' else 'p0.p0'}.i64"
    return f"""{HOST}declare void @{name}({parameters})
define i32 @f(ptr %to, ptr %from, i1 %twice) {{
entry:
  br i1 %twice, label %again, label %done
again:
  %count = phi i32 [ 0, %entry ], [ %more, %again ]
  call void @{name}({call})
  %more = add i32 %count, 1
  %is_last = icmp eq i32 %more, 2
  br i1 %is_last, label %done, label %again
done:
  %result = phi i32 [ 7, %entry ], [ %more, %again ]
  ret i32 %result
}}
"""


def moved(text: str, length: int) -> tuple[int, bytes]:
    """What the function gives, and memory from 64 bytes before the destination to 64 after it."""
    source = bytes((n * 7 + 3) % 251 for n in range(length))
    size = length + 2 * _GUARD
    raw, given = ctypes.create_string_buffer(size + 64), ctypes.create_string_buffer(length + 64)
    to, start = (ctypes.addressof(memory) + 63 & ~63 for memory in (raw, given))
    ctypes.memset(to, 0xAA, size)
    ctypes.memmove(start, source, length)
    with execution(text) as engine:
        call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_bool)
        result = call(engine.get_function_address("f"))(to + _GUARD, start, True)
    return result, ctypes.string_at(to, size)


@pytest.mark.parametrize("align", [2, 4, 8, 16])
@pytest.mark.parametrize("length", LENGTHS)
def test_fills(length: int, align: int) -> None:
    text = after(
        widen_memory_moves.run, body(f"ptr align {align} %to, i8 -91, i64 {length}, i1 false", "memset")
    )
    assert ("call void @llvm.memset" in text) == (length <= 128)
    edge = b"\xaa" * _GUARD
    assert moved(text, length) == (2, edge + b"\xa5" * length + edge)


@pytest.mark.parametrize("align", [2, 4, 8, 16])
@pytest.mark.parametrize("length", LENGTHS)
def test_copies(length: int, align: int) -> None:
    call = f"ptr align {align} %to, ptr align 16 %from, i64 {length}, i1 false"
    text = after(widen_memory_moves.run, body(call, "memcpy"))
    assert ("call void @llvm.memcpy" in text) == (length <= 128)
    edge = b"\xaa" * _GUARD
    source = bytes((n * 7 + 3) % 251 for n in range(length))
    assert moved(text, length) == (2, edge + source + edge)


@pytest.mark.parametrize(
    "kind, call",
    [
        ("memset", "ptr align 16 %to, i8 1, i64 300, i1 true"),  # volatile
        ("memset", "ptr %to, i8 1, i64 300, i1 false"),  # aligned to bytes
        ("memmove", "ptr align 16 %to, ptr align 16 %from, i64 300, i1 false"),  # may overlap
        ("memcpy", "ptr align 16 %to, ptr %from, i64 300, i1 false"),
    ],
)
def test_others_stay(kind: str, call: str) -> None:
    assert f"call void @llvm.{kind}" in after(widen_memory_moves.run, body(call, kind))


def test_variables_of_16_bytes_and_more_are_aligned() -> None:
    text = f"""{HOST}define void @f() {{
  %small = alloca [3 x i32], align 4
  %large = alloca [5 x i32], align 4
  %more = alloca [5 x i32], align 32
  ret void
}}
"""
    shown = after(widen_memory_moves.align_variables, text)
    assert "%small = alloca [3 x i32], align 4" in shown
    assert "%large = alloca [5 x i32], align 16" in shown and "%more = alloca [5 x i32], align 32" in shown
