"""The host's vectoriser, hcpy/passes/host/simd: each part on a small module that shows what it does."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made, block, named

from hcpy.driver import cli
from hcpy.passes.host import pointer_numbers
from hcpy.passes.host.code import Code, read
from hcpy.passes.host.simd.masks import Vectorised, vectorise
from hcpy.passes.host.simd.refuse import reason_against
from hcpy.passes.host.simd.shapes import UNIFORM, VARYING, Shape, Shapes
from hcpy.passes.host.simd.structure import Structure
from hcpy.passes.host.simd.wishes import Wishes

MASKS = Wishes("masks")

# Each work-item counts up to its own element.
COUNTS = f"""entry: {BEGIN}
  %most = load i32, ptr %mine
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, %most
  br i1 %again, label %loop, label %end
end:
  %twice = add i32 %next, %next
  store i32 %twice, ptr %to
  ret void
"""
# Work-items go through an array in steps that are the same for all.
STRIDES = f"""entry: {BEGIN}
  %some = icmp slt i32 %id, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %id, %entry ], [ %following, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %at = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %at
  %x = load i32, ptr %p
  %sum = add i32 %s, %x
  %following = add nsw i32 %i, %n
  %more = icmp slt i32 %following, 1000
  br i1 %more, label %loop, label %end
end:
  %result = phi i32 [ 0, %entry ], [ %sum, %loop ]
  store i32 %result, ptr %to
  ret void
"""
# A division and an indirect load, for some work-items only.
CHOSEN = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %is = icmp ne i32 %v, 0
  br i1 %is, label %then, label %end
then:
  %q = sdiv i32 %n, %v
  %q.w = sext i32 %q to i64
  %at = getelementptr i32, ptr %in, i64 %q.w
  %x = load i32, ptr %at
  br label %end
end:
  %y = phi i32 [ %x, %then ], [ 7, %entry ]
  store i32 %y, ptr %to
  ret void
"""
# A loop whose count is the same for all, within a branch that is not.
INNER = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %is = icmp ne i32 %v, 0
  br i1 %is, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store i32 %next, ptr %to
  br label %end
end:
  ret void
"""


def shapes_of(body: str) -> tuple[Code, Shapes]:
    made = Made(body)
    code = read(made.enter().function)
    return code, Shapes(made.module, code, Structure(code))


def vectorised(body: str, wishes: Wishes = MASKS, *, is_flat: bool = False) -> tuple[Vectorised, str]:
    """What became of a function, and its text."""
    made = Made(body)
    result = vectorise(made.module, read(made.enter().function), wishes, is_flat=is_flat)
    made.module.verify()
    return result, "" if result.function is None else str(result.function)


def refusal(body: str) -> str | None:
    code, shapes = shapes_of(body)
    return reason_against(code, shapes.structure, shapes)


# --- shapes ------------------------------------------------------------------------------------------
def test_a_value_of_a_loop_that_is_left_apart_differs_behind_it() -> None:
    code, shapes = shapes_of(COUNTS)
    assert shapes.of[named(code, "next")] == UNIFORM
    assert shapes.of[named(code, "twice")] == VARYING
    (loop,) = shapes.divergent
    assert loop.header is block(code, "loop")


def test_steps_of_one_length_keep_work_items_in_a_row() -> None:
    code, shapes = shapes_of(STRIDES)
    assert shapes.of[named(code, "i")] == Shape(1, True)
    assert shapes.of[named(code, "p")] == Shape(4)
    assert shapes.of[named(code, "sum")] == VARYING


def test_a_loop_that_all_leave_together_is_uniform_under_a_mask() -> None:
    code, shapes = shapes_of(INNER)
    assert not shapes.divergent
    assert shapes.of[named(code, "k")] == UNIFORM


def test_shifting_one_by_an_id_is_no_row() -> None:
    code, shapes = shapes_of(
        f"{BEGIN} %s = shl i32 1, %id\n %d = shl i32 %id, 1\n store i32 %s, ptr %to\n ret void"
    )
    assert shapes.of[named(code, "s")] == VARYING
    assert shapes.of[named(code, "d")].stride == 2


# A pointer walks from a work-item's place to its end; those whose number is even leave early.
WALK = f"""entry: {BEGIN}
  %a = alloca [12 x i32], align 16
  %last = getelementptr inbounds i8, ptr %a, i64 48
  %odd = and i32 %id, 1
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %next, %more ]
  store i32 %id, ptr %p
  %x = load i32, ptr %mine
  %leaves = icmp eq i32 %x, %odd
  br i1 %leaves, label %end, label %more
more:
  %next = getelementptr inbounds i8, ptr %p, i64 4
  %ended = icmp eq ptr %next, %last
  br i1 %ended, label %end, label %loop
end:
  %q = phi ptr [ %p, %loop ], [ %last, %more ]
  %at.end = icmp eq ptr %q, %last
  %from = ptrtoint ptr %a to i64
  %to.q = ptrtoint ptr %q to i64
  %length = sub i64 %to.q, %from
  %kept = select i1 %at.end, i64 0, i64 %length
  %short = trunc i64 %kept to i32
  store i32 %short, ptr %to
  ret void
"""


def test_a_pointer_and_its_end_that_rise_alike_are_equal_for_all() -> None:
    code, shapes = shapes_of(WALK)
    assert shapes.of[named(code, "p")].stride == 48
    assert shapes.of[named(code, "ended")] == UNIFORM
    assert shapes.of[named(code, "q")] == shapes.of[named(code, "at.end")] == VARYING


# --- what is written ---------------------------------------------------------------------------------
def test_a_grid_stride_loop_loads_rows() -> None:
    result, text = vectorised(STRIDES)
    assert result.width == 8 and "@llvm.masked.load" in text and "gather" not in text


def test_strips_of_long_rows_are_two_registers_wide() -> None:
    assert vectorised(STRIDES, is_flat=True)[0].width == 16
    assert vectorised(COUNTS, is_flat=True)[0].width == 16 and vectorised(COUNTS)[0].width == 8


def test_work_items_that_are_off_do_not_divide_or_load() -> None:
    _, text = vectorised(CHOSEN)
    division = next(line for line in text.splitlines() if "sdiv <8 x i32>" in line)
    divisor = division.rpartition(", ")[2]
    assert f"{divisor} = select <8 x i1>" in text  # 1 where the mask is off
    assert "select <8 x i1>" in text and "@llvm.masked.gather" in text
    assert "ptr %hc.spare" in text  # what they load from instead


@pytest.mark.parametrize(("divisor", "is_known"), [("10", True), ("0", False), ("-1", False)])
def test_a_divisor_that_is_known_stays_a_constant(divisor: str, is_known: bool) -> None:
    """LLVM multiplies instead; by 0 and -1 those that are off must not divide."""
    kept = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %is = icmp ne i32 %v, 0
  br i1 %is, label %then, label %end
then:
  %q = sdiv i32 %v, {divisor}
  store i32 %q, ptr %to
  br label %end
end:
  ret void
"""
    _, text = vectorised(kept)
    division = next(line for line in text.splitlines() if "sdiv <8 x i32>" in line)
    assert division.endswith(f"splat (i32 {divisor})") == is_known


def test_a_uniform_loop_counts_in_a_scalar() -> None:
    _, text = vectorised(INNER)
    assert "phi i32" in text and "phi <8 x i32> [ 0" not in text


def test_addresses_are_compared_and_subtracted_as_numbers() -> None:
    """LLVM's optimiser breaks modules where it subtracts vectors of pointers."""
    made = Made(WALK)
    function = vectorise(made.module, read(made.enter().function), MASKS, is_flat=False).function
    lines = str(function).splitlines()
    assert [line for line in lines if "icmp" in line and "x ptr>" in line] == []
    assert [line for line in lines if "ptrtoint <" in line] == []
    assert any("@hc.numbers.v" in line for line in lines)
    pointer_numbers.finish(made.module)
    made.module.verify()
    assert "ptrtoint <" in str(function) and "@hc.numbers.v" not in str(made.module)


def test_a_private_variable_of_each_work_item_is_aligned() -> None:
    body = (
        f"%a = alloca [5 x i32], align 16\n{BEGIN} store i32 %l, ptr %a\n store ptr %a, ptr %to\n ret void\n"
    )
    code, shapes = shapes_of(body)
    assert shapes.of[named(code, "a")].stride == 32
    assert "alloca [256 x i8], align 16" in vectorised(body)[1]


def test_an_atomic_operation_is_run_for_one_after_the_other() -> None:
    _, text = vectorised(
        f"{BEGIN} %old = atomicrmw add ptr %in, i32 %l monotonic\n store i32 %old, ptr %to\n ret void\n"
    )
    assert "cttz" in text and text.count("atomicrmw") == 1


def test_an_operation_on_group_memory_is_written_out_where_all_take_part() -> None:
    _, text = vectorised(
        f"{BEGIN} %g = getelementptr i32, ptr @tile, i32 %n\n"
        " %old = atomicrmw add ptr %g, i32 %l monotonic\n store i32 %old, ptr %to\n ret void\n"
    )
    assert text.count("atomicrmw") == 8 and "cttz" not in text
    _, text = vectorised(
        COUNTS.replace("%again =", "%o = atomicrmw add ptr @tile, i32 1 monotonic\n  %again =")
    )
    assert text.count("atomicrmw") == 9 and "cttz" in text


def test_addresses_of_operations_that_are_written_out_are_scalars() -> None:
    """LLVM keeps a vector of pointers: each would be computed in a vector and taken out again."""
    _, text = vectorised(
        f"{BEGIN} %p = getelementptr i8, ptr %in, i64 %w\n %b = load i8, ptr %p\n %i = zext i8 %b to i64\n"
        " %g = getelementptr inbounds i32, ptr @tile, i64 %i\n"
        " %old = atomicrmw add ptr %g, i32 %l monotonic\n store i32 %old, ptr %to\n ret void\n"
    )
    assert text.count("extractelement <8 x i8>") == 8 and "extractelement <8 x ptr>" not in text
    lines = text.splitlines()
    last_taken = max(n for n, line in enumerate(lines) if "extractelement <8 x i8>" in line)
    assert last_taken < min(n for n, line in enumerate(lines) if "atomicrmw" in line)


def test_small_elements_are_loaded_as_one_where_all_take_part() -> None:
    bytes_ = STRIDES.replace("getelementptr inbounds i32, ptr %in", "getelementptr inbounds i8, ptr %in")
    bytes_ = bytes_.replace("%x = load i32, ptr %p", "%b = load i8, ptr %p\n  %x = zext i8 %b to i32")
    _, text = vectorised(bytes_)
    assert "load volatile <8 x i8>" in text and "@llvm.masked.load.v8i8" in text


def test_small_elements_are_loaded_as_one_where_their_row_lies_in_a_page() -> None:
    """Of the page that one work-item reads the others' elements may be read, too; of the next one not."""
    for kind, last in (("i8", 4088), ("i16", 4080)):
        rows = STRIDES.replace("inbounds i32, ptr %in", f"inbounds {kind}, ptr %in")
        small = f"%b = load {kind}, ptr %p\n  %x = zext {kind} %b to i32"
        rows = rows.replace("%x = load i32, ptr %p", small)
        _, text = vectorised(rows)
        lines = [line.strip() for line in text.splitlines()]
        (number,) = [line.split(" = ")[0] for line in lines if line.endswith(", 4095")]
        (within,) = [line.split(" = ")[0] for line in lines if f"icmp ule i64 {number}, {last}" in line]
        (asked,) = [line for line in lines if line.startswith("%hc.readable = or i1 ")]
        assert asked.endswith(within)
        assert any(line.startswith("br i1 %hc.readable, label %hc.all, label %hc.few") for line in lines)


WAITS = f"""entry: {BEGIN}
  br label %loop
loop:
  %seen = load atomic i32, ptr %mine acquire, align 4
  %again = icmp eq i32 %seen, 0
  br i1 %again, label %loop, label %end
end:
  ret void
"""


# Each work-item does something with an atomic operation as often as its own element says.
MEETS = COUNTS.replace(
    "  %again =",
    """  %old = atomicrmw add ptr @tile, i32 1 monotonic
  @
  %again =""",
)
APPENDS = MEETS.replace("@\n", "%q = getelementptr i32, ptr %in, i32 %old\n  store i32 %k, ptr %q\n")
LOCKS = MEETS.replace("@\n", "%taken = and i32 %old, 1\n").replace("%next, %most", "%taken, 0")
TELLS = MEETS.replace("@\n", "store i32 %old, ptr %mine\n  %least = load i32, ptr %mine\n").replace(
    "%next, %most", "%next, %least"
)


def test_what_decides_nothing_is_no_reason_to_wait() -> None:
    assert refusal(MEETS.replace("@\n", "\n")) is None
    assert refusal(APPENDS) is None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (WAITS, "waits for others"),
        (LOCKS, "waits for others"),
        (TELLS, "waits for others"),
        (f"{BEGIN} %f = load ptr, ptr %object\n call void %f()\n ret void\n", "through a pointer"),
        (
            f"{BEGIN} %v = load <2 x float>, ptr %mine\n store <2 x float> %v, ptr %to\n ret void\n",
            "<2 x float>",
        ),
    ],
)
def test_what_has_no_form_is_refused_with_a_reason(body: str, reason: str) -> None:
    assert reason in (refusal(body) or "")
    assert vectorised(body)[0].function is None


def test_wishes_come_from_the_command_line() -> None:
    assert Wishes.of(("-O2", "-fhcc-vectorise=masks", "-fhcc-vectorise=loops")).mode == "loops"
    assert Wishes.of(("-Rpass=hcc-vectorise",)).remarks


def test_an_unknown_way_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["-fhcc-vectorise=fast", "a.cpp"]) == 1
    assert "-fhcc-vectorise=fast: expected auto, masks, loops or none" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("body", "without", "asks"),
    [
        (STRIDES, (), True),
        (STRIDES.replace("nsw i32 %i, %n", "nsw i32 %i, 4096"), (), True),
        (STRIDES.replace("nsw i32 %i, %n", "nsw i32 %i, 64"), (), False),  # is foreseen by the processor
        (STRIDES.replace("nsw i32 %i, %n", "nsw i32 %i, %x"), (), False),  # not known before it is read
        (STRIDES, ("read-ahead",), False),
    ],
)
def test_loops_that_go_far_ask_for_what_they_read_later(
    body: str, without: tuple[str, ...], asks: bool
) -> None:
    made, text = vectorised(body, Wishes("masks", without=frozenset(without)))
    assert made.function is not None
    assert ("llvm.prefetch" in text) == asks
