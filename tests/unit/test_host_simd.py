"""The host's vectoriser, hcpy/passes/host/simd: each part on a small module that shows what it does."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made, block, named

from hcpy.driver import cli
from hcpy.passes.host.code import Code, read
from hcpy.passes.host.simd.masks import Vectorised, vectorise
from hcpy.passes.host.simd.refuse import reason_against
from hcpy.passes.host.simd.shapes import UNIFORM, VARYING, Shape, Shapes
from hcpy.passes.host.simd.structure import Structure
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.strips import make_items

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


# --- what is written ---------------------------------------------------------------------------------
def test_a_grid_stride_loop_loads_rows() -> None:
    result, text = vectorised(STRIDES)
    assert result.width == 8 and "@llvm.masked.load" in text and "gather" not in text
    assert vectorised(STRIDES, is_flat=True)[0].width == 16
    assert vectorised(COUNTS, is_flat=True)[0].width == 8


def test_work_items_that_are_off_do_not_divide_or_load() -> None:
    _, text = vectorised(CHOSEN)
    division = next(line for line in text.splitlines() if "sdiv <8 x i32>" in line)
    divisor = division.rpartition(", ")[2]
    assert f"{divisor} = select <8 x i1>" in text  # 1 where the mask is off
    assert "select <8 x i1>" in text and "@llvm.masked.gather" in text
    assert "ptr %hc.spare" in text  # what they load from instead


def test_a_uniform_loop_counts_in_a_scalar() -> None:
    _, text = vectorised(INNER)
    assert "phi i32" in text and "phi <8 x i32> [ 0" not in text


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
    assert "load <8 x i8>" in text and "@llvm.masked.load.v8i8" in text


# --- choice ------------------------------------------------------------------------------------------
def test_masks_are_for_functions_whose_loops_differ() -> None:
    chosen, _ = vectorised(COUNTS, Wishes())
    assert chosen.function is not None and "8 work-items wide" in chosen.remark
    plain = f"{BEGIN} store i32 %l, ptr %to\n ret void\n"
    assert vectorised(plain, Wishes())[0].function is None
    assert vectorised(plain)[0].function is not None
    assert vectorised(COUNTS, Wishes("loops"))[0].function is None
    turned_off, _ = vectorised(COUNTS, Wishes("none"))
    assert turned_off.function is None and turned_off.remark == "not vectorised: vector code is turned off"


def test_scattered_accesses_are_left_to_single_work_items() -> None:
    scattered = COUNTS.replace(
        "  %again = icmp slt i32 %next, %most",
        """  %square = getelementptr [64 x i32], ptr %in, i64 %w
  %q = getelementptr i32, ptr %square, i32 %k
  %x = load i32, ptr %q
  store i32 %x, ptr %square
  %again = icmp slt i32 %next, %most""",
    )
    result, _ = vectorised(scattered, Wishes())
    assert result.function is None and "scattered" in result.remark
    assert vectorised(scattered)[0].function is not None


# A row's first half, read from the middle downwards: LLVM's vectoriser has no masked load of it.
HALF = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %some = icmp slt i32 %v, %n
  br i1 %some, label %then, label %end
then:
  %back = sub nsw i64 0, %w
  %p = getelementptr SIZE, ptr %in, i64 PLACE
  %read = load SIZE, ptr %p
  %x = zext SIZE %read to i64
  %y = mul i64 %x, %x
  %z = trunc i64 %y to i32
  store i32 %z, ptr %to
  br label %end
end:
  ret void
"""


@pytest.mark.parametrize(
    ("size", "place", "reason"),
    [
        ("i8", "%back", "accesses without a masked form are for some work-items only"),
        ("i8", "%w", "accesses without a masked form are for some work-items only"),
        ("i32", "%back", "accesses without a masked form are for some work-items only"),
        ("i32", "%w", "no loop's count differs between work-items"),
    ],
)
def test_masks_are_for_accesses_that_loops_make_one_by_one(size: str, place: str, reason: str) -> None:
    result, _ = vectorised(HALF.replace("SIZE", size).replace("PLACE", place), Wishes())
    assert reason in result.remark
    assert (result.function is not None) == (reason[0] == "a")


# Each work-item adds up its own row, as long as the others.
ROWS = f"""entry: {BEGIN}
  %n.w = sext i32 %n to i64
  %row = mul nsw i64 %w, %n.w
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr i32, ptr %in, i64 %at
  %x = load i32, ptr %p
  %twice = mul i32 %x, %x
  %more = xor i32 %twice, %l
  %sum = add i32 %s, %more
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, %n.w
  br i1 %again, label %loop, label %end
end:
  store i32 %sum, ptr %to
  ret void
"""


def test_masks_are_for_loops_that_read_here_and_there() -> None:
    result, _ = vectorised(ROWS, Wishes())
    assert result.function is not None and "a loop's accesses are scattered" in result.remark
    near = ROWS.replace("%at = add nsw i64 %row, %k", "%at = add nsw i64 %w, %k")
    assert vectorised(near, Wishes())[0].function is None
    listed = ROWS.replace(
        "%x = load", "%i = load i64, ptr %near\n  %o = getelementptr i32, ptr %in, i64 %i\n  %x = load"
    )
    listed = listed.replace("i32, ptr %p", "i32, ptr %o").replace("i64 %at", "i64 %k")
    listed = listed.replace("%p = get", "%near = getelementptr i64, ptr %out, i64 %w\n  %p = get")
    assert vectorised(listed, Wishes())[0].function is None and vectorised(listed)[0].function is not None
    clamped = ROWS.replace("%n.w = sext", "%c = add i64 %hc.clear, 0\n  %n.w = sext")
    assert "%hc.clear" in clamped


# Each work-item compares a pattern with what begins at its own place.
SEARCH = f"""entry: {BEGIN}
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %at = add nsw i64 %w, %k
  %p = getelementptr inbounds KIND, ptr %in, i64 %at
  %x = load KIND, ptr %p
  %q = getelementptr inbounds KIND, ptr %out, i64 %k
  %y = load KIND, ptr %q
  %same = icmp eq KIND %x, OTHER
  br i1 %same, label %more, label %end
more:
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, 7
  br i1 %again, label %loop, label %found
found:
  %old = atomicrmw add ptr %out, i32 1 monotonic
  br label %end
end:
  ret void
"""


@pytest.mark.parametrize(
    ("kind", "other", "masks"),
    [
        ("i8", "%y", False),  # after the first round few work-items are left, whose bytes are loaded singly
        ("i32", "%y", True),
        ("i8", "0", True),  # a marker may be everywhere
    ],
)
def test_a_loop_that_equal_numbers_keep_going_is_brief(kind: str, other: str, masks: bool) -> None:
    result, _ = vectorised(SEARCH.replace("KIND", kind).replace("OTHER", other), Wishes(), is_flat=True)
    assert (result.function is not None) == masks
    assert not result.alone


# Each work-item goes through its own row, whose end is marked or whose gaps are.
SPARSE = f"""entry: {BEGIN}
  %row = mul nsw i64 %w, 24
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %s = phi i32 [ 0, %entry ], [ %t, %join ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds i32, ptr %in, i64 %at
  %c = load i32, ptr %p
  %is = icmp sgt i32 %c, -1
  br i1 %is, label %some, label %ELSE
some:
  %v.at = getelementptr inbounds i32, ptr %out, i64 %at
  %v = load i32, ptr %v.at
  %c.w = zext nneg i32 %c to i64
  %x.at = getelementptr inbounds i32, ptr %in, i64 %c.w
  %x = load i32, ptr %x.at
  %y = mul i32 %v, %x
  %u = add i32 %s, %y
  br label %join
join:
  %t = phi i32 [ %u, %some ]GAP
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 24
  br i1 %again, label %loop, label %end
end:
  %r = phi i32 [ %t, %join ]LEFT
  store i32 %r, ptr %to
  ret void
"""
GAPS = SPARSE.replace("ELSE", "join").replace("GAP", ", [ %s, %loop ]").replace("LEFT", "")
ENDS = SPARSE.replace("ELSE", "end").replace("GAP", "").replace("LEFT", ", [ %s, %loop ]")


@pytest.mark.parametrize("body", [GAPS, ENDS])
def test_scattered_accesses_of_some_in_a_loop_are_for_one_work_item_after_the_other(body: str) -> None:
    result, _ = vectorised(body, Wishes())
    assert result.function is None and result.alone


@pytest.mark.parametrize(("wishes", "cut"), [((), False), (("-fno-hcc-rewrite=whole-loops",), True)])
def test_work_items_that_run_alone_keep_their_loops(wishes: tuple[str, ...], cut: bool) -> None:
    kernel = Made(GAPS).enter()
    items = make_items(kernel.module, kernel.marks, kernel.function, is_flat=True, wishes=Wishes.of(wishes))
    assert bool(items.strips) == cut
    kernel.module.verify()


def test_what_is_computed_once_costs_nothing() -> None:
    """The function object is read before all loops, however often the source reads it."""
    again = "%q = getelementptr i8, ptr %object, i64 16\n  %m = load i32, ptr %q\n  %mm = mul i32 %m, 7\n"
    costs = [
        vectorised(body, Wishes())[0].remark.rpartition("(")[2]
        for body in (COUNTS, COUNTS.replace("%next = add", again + "  %next = add"))
    ]
    assert "instructions for 8 work-items instead of" in costs[0]
    assert costs[0] == costs[1]


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
