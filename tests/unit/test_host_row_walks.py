"""hcpy/passes/host/row_walks.py, simd/steps.py and sums.py: which work-items go through rows of their own."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.passes.host.code import read
from hcpy.passes.host.row_walks import walks_rows
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.structure import Structure
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel
from hcpy.passes.host.sums import write_sums

# Adds up numbers from FIRST on, one round further STEP elements further.
SUM = f"""entry: {BEGIN}
  %row = mul nsw i32 %id, 1024
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi KIND [ ZERO, %entry ], [ %t, %loop ]
  %pitch = load i32, ptr %in
  %row.read = mul nsw i32 %id, %pitch
  %far = mul nsw i32 %k, STEP
  %place = add nsw i32 FIRST, %far
  %wide = sext i32 %place to i64
  %p = getelementptr inbounds KIND, ptr %in, i64 %wide
  %x = load KIND, ptr %p
  %t = ADD KIND %s, %x
  WORK
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, ROUNDS
  br i1 %again, label %loop, label %end
end:
  store KIND %t, ptr %to
  ret void
"""
STORE = "%q = getelementptr inbounds KIND, ptr %in, i64 %wide\n  store KIND %t, ptr %q"


def made(
    first: str = "%row", step: str = "1", kind: str = "i32", work: str = "", rounds: str = "1000"
) -> Made:
    text = SUM.replace("WORK", work).replace("FIRST", first).replace("STEP", step).replace("KIND", kind)
    add, zero = ("fadd", "0.0") if kind == "float" else ("add", "0")
    return Made(text.replace("ADD", add).replace("ZERO", zero).replace("ROUNDS", rounds))


def near(following: str) -> Made:
    """Rows of 64 numbers, of which each is written."""
    one = made(kind="float", work=STORE, rounds="64")
    text = str(one.module).replace("fadd float %s, %x", following).replace("i32 %id, 1024", "i32 %id, 64")
    text = text.replace("%t = call", "%y = fmul float %x, %x\n  %t = call")
    return Made(text[text.index("entry:") : text.index("ret void") + 9])


def shapes_of(one: Made) -> Shapes:
    code = read(one.enter().function)
    return Shapes(one.module, code, Structure(code))


def walks(one: Made) -> bool:
    shapes = shapes_of(one)
    return walks_rows(shapes.code, shapes)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (made(), True),  # LLVM takes the loop over whole numbers itself
        (made(kind="float", work=STORE), True),  # rows 4096 bytes apart
        (near("fadd float %s, %x"), True),  # running sums: the next row begins while one waits
        (near("call float @llvm.fmuladd.f32(float %s, float %x, float %y)"), False),  # waits for longer
        (made(kind="float"), False),  # waits for each sum, and loses that to a strip
        (made(first="%row.read", kind="float", work=STORE), True),  # how far apart is read in each round
        (made(first="%id", step="1024"), False),  # a column: neighbours' elements lie side by side
        (made(first="0"), False),  # the same for all
        (made(step="%n"), False),  # nobody knows how far
    ],
)
def test_rows_are_walked_one_by_one(one: Made, expected: bool) -> None:
    assert walks(one) is expected


@pytest.mark.parametrize(("of", "expected"), [("abs", True), ("smin", True), ("ctpop", False)])
def test_what_vectors_have_keeps_a_loop_one_for_vectors(of: str, expected: bool) -> None:
    more = {"abs": ", i1 false", "smin": ", i32 7", "ctpop": ""}[of]
    one = made(work=f"%u = call i32 @llvm.{of}.i32(i32 %x{more})")
    shapes = shapes_of(one)
    (level,) = [level for level in shapes.structure.levels if level.depth]
    assert Steps(shapes).is_vector_inside(level) is expected


@pytest.mark.parametrize(("rounds", "expected"), [("1000", True), ("16", False)])
def test_arithmetic_on_fractions_is_for_vectors_in_long_loops(rounds: str, expected: bool) -> None:
    work = "%f = sitofp i32 %x to float\n  %u = fmul float %f, %f"
    shapes = shapes_of(made(work=work, rounds=rounds))
    (level,) = [level for level in shapes.structure.levels if level.depth]
    assert Steps(shapes).is_vector_inside(level) is expected


@pytest.mark.parametrize(("rounds", "expected"), [("1000", True), ("16", False), ("%n", True)])
def test_a_sum_of_many_numbers_is_in_order(rounds: str, expected: bool) -> None:
    shapes = shapes_of(made(kind="float", rounds=rounds))
    (level,) = [level for level in shapes.structure.levels if level.depth]
    assert Steps(shapes).sums_in_order(level) is expected


@pytest.mark.parametrize("without", [False, True])
def test_there_is_a_switch(without: bool) -> None:
    one = made(kind="float", work=STORE)
    wishes = Wishes.of(("-fno-hcc-rewrite=row-walks",) if without else ())
    lower_kernel(one.module, one.function, ENTRY, TILES, wishes=wishes)
    one.module.verify()
    assert (".s1x" in str(one.module)) is without


def test_values_without_common_bits_are_sums() -> None:
    one = Made(
        f"""entry: {BEGIN}
  %twice = shl i32 %id, 1
  %odd = or disjoint i32 %twice, 1
  %both = or i32 %odd, %n
  store i32 %both, ptr %to
  ret void
"""
    )
    assert write_sums(one.function)
    text = str(one.module)
    assert "add nuw nsw i32 %twice, 1" in text and "or i32" in text and "disjoint" not in text
    assert not write_sums(one.function)
