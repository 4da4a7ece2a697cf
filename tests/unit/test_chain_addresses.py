"""Addresses of unrolled loops over rows: each from the one before it, and the same ones."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import cast

import llvmlite.binding as llvm
import pytest

from hcpy import ir
from hcpy.passes import chain_addresses
from hcpy.passes.lowering import Lowering

LOOP = """define i32 @f(ptr %p, i32 %row, i32 %column, i32 %begin, i32 %end) {
entry:
  %wide = sext i32 %row to i64
  %at = sext i32 %column to i64
  br label %loop
loop:
  %i = phi i32 [ BEGIN, %entry ], [ %next, %loop ]
  %sum0 = phi i32 [ 0, %entry ], [ %sum4, %loop ]
TURNS
  %next = add nsw i32 %i, 4
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %out
out:
  ret i32 %sum4
}
"""
READ = """  %place{0} = getelementptr i32, ptr %p, i64 %index{0}
  %read{0} = load i32, ptr %place{0}
  %part{0} = mul i32 %sum{1}, 3
  %sum{2} = add i32 %part{0}, %read{0}"""
# Of turn {0}: the row's number is %i + {0}.
WIDE = """  %turn{0} = {1} i32 %i, {0}
  %long{0} = sext i32 %turn{0} to i64
  %product{0} = mul nsw i64 %long{0}, %wide
  %index{0} = add nsw i64 %product{0}, %at"""
NARROW = """  %turn{0} = {1} i32 %i, {0}
  %product{0} = mul nsw i32 %turn{0}, %row
  %place_in{0} = sub nsw i32 %product{0}, %column
  %index{0} = sext i32 %place_in{0} to i64"""
WRAPPING = NARROW.replace("mul nsw", "mul")
COLUMNS = WIDE.replace("index{0}", "all{0}") + "\n  %index{0} = add nsw i64 %all{0}, {2}"


def text(turn: str, begin: str = "0", order: tuple[int, ...] = (0, 1, 2, 3)) -> str:
    sum_ = "or disjoint" if begin == "0" else "add nsw"
    turns = (
        f"{turn.format(number, sum_, number % 3)}\n{READ.format(number, at, at + 1)}"
        for at, number in enumerate(order)
    )
    return LOOP.replace("TURNS", "\n".join(turns)).replace("BEGIN", begin)


def chained(source: str) -> str:
    with ir.Module.parse(source.encode()) as module:
        chain_addresses.run(cast(Lowering, SimpleNamespace(module=module)))
        module.verify()
        return str(module)


def results(source: str) -> list[int]:
    """Of the function, for several rows' lengths, columns and turns."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(source)
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
    numbers = (ctypes.c_int32 * 4096)(*(n * n % 1013 for n in range(4096)))
    middle = ctypes.addressof(numbers) + 2048 * 4
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *[ctypes.c_int32] * 4)(
        engine.get_function_address("f")
    )
    return [
        function(middle, row, column, begin, begin + length)
        for row in (1, 7, 33, -19)
        for column in (0, 5, -64)
        for begin in (0, 4, -8)
        for length in (4, 20, 40)
    ]


def compared(source: str) -> str:
    """The text with chains, whose results are the same."""
    after = chained(source)
    assert results(source) == results(after)
    return after


@pytest.mark.parametrize(
    "source",
    [
        text(WIDE),
        text(WIDE, "%begin"),
        text(NARROW),
        text(NARROW, "%begin"),
        text(COLUMNS),
        text(WIDE, order=(2, 0, 3, 1)),
    ],
    ids=["wide", "from_a_number", "narrow", "narrow_from_a_number", "columns", "in_another_order"],
)
def test_each_address_is_made_of_the_one_before_it(source: str) -> None:
    loop = compared(source).split("loop:")[1]
    assert "phi ptr" in loop
    assert loop.count("getelementptr i8, ptr %") >= 4


@pytest.mark.parametrize(
    "source",
    [
        text(WRAPPING),  # may overflow, where another address is meant
        text(WIDE, order=(0, 1, 3, 2)).replace("%index2\n", "%index3\n"),  # one turn is missing
        text(WIDE).replace("mul nsw i64 %long0, %wide", "mul nsw i64 %long0, %long0"),
        text(WIDE).replace("%next = add nsw", "%next = add"),
        text(WIDE).replace("%wide\n", "4\n"),  # an instruction adds that
    ],
    ids=["overflow", "a_turn_is_missing", "squares", "a_counter_that_wraps", "a_known_distance"],
)
def test_others_stay(source: str) -> None:
    assert "phi ptr" not in chained(source)


def test_what_is_read_and_written_at_an_address() -> None:
    written = text(WIDE).replace("  %part2", "  store i32 %sum2, ptr %place2\n  %part2")
    assert "phi ptr" in compared(written)


def test_the_distance_is_there_before_the_loop() -> None:
    before = chained(text(NARROW)).split("loop:")[0]
    assert "sext i32 %row to i64" in before and 'call void asm sideeffect "", "l"' in before
