"""memory_moves: memmove, memcpy and memset as loads and stores, whatever overlaps."""

from __future__ import annotations

import ctypes

import pytest
from pass_support import HOST, after, execution

from hcpy.passes import memory_moves

SIZE = 200


def body(kind: str, length: str, align: int) -> str:
    second = "i8" if kind == "memset" else "ptr"
    name = f"llvm.{kind}.{'p0' if kind == 'memset' else 'p0.p0'}.i64"
    given = "i8 77" if kind == "memset" else f"ptr align {align} %from"
    return f"""{HOST}declare void @{name}(ptr, {second}, i64, i1)
define void @f(ptr %to, ptr %from, i64 %length) {{
  call void @{name}(ptr align {align} %to, {given}, i64 {length}, i1 false)
  ret void
}}
"""


def moved(text: str, to: int, source: int, length: int) -> bytes:
    memory = ctypes.create_string_buffer(bytes(n * 7 % 251 for n in range(SIZE)), SIZE + 16)
    start = ctypes.addressof(memory) + 15 & ~15
    ctypes.memmove(start, bytes(n * 7 % 251 for n in range(SIZE)), SIZE)
    with execution(text) as engine:
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long)
        call(engine.get_function_address("f"))(start + to, start + source, length)
    return ctypes.string_at(start, SIZE)


@pytest.mark.parametrize(("align", "length"), [(1, 20), (1, 70), (4, 68), (8, 144), (1, 0)])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("to", "source"), [(0, 8), (8, 0), (16, 16), (24, 8)])
def test_a_memmove_gives_what_was_there(align: int, length: int, known: bool, to: int, source: int) -> None:
    text = after(memory_moves.run_overlapping, body("memmove", str(length) if known else "%length", align))
    assert "call void @llvm.memmove" not in text
    want = bytearray(n * 7 % 251 for n in range(SIZE))
    want[to : to + length] = want[source : source + length]
    assert moved(text, to, source, length) == want


def test_only_what_may_overlap_is_written_out_where_a_target_has_the_rest() -> None:
    for kind in ("memcpy", "memset"):
        text = body(kind, "70", 1)
        assert f"llvm.{kind}" in after(memory_moves.run_overlapping, text)
        assert f"call void @llvm.{kind}" not in after(memory_moves.run, text)
