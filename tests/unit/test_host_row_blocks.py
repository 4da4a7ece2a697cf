"""hcpy/passes/host/simd/row_blocks.py: rows of work-items that are read eight elements at once."""

from __future__ import annotations

import pytest
from test_host_costs import ROWS
from test_host_passes import BEGIN, Made
from test_host_simd import shapes_of, vectorised

from hcpy.passes.host.code import read
from hcpy.passes.host.simd.row_blocks import blocks_in, find_rows, in_eights
from hcpy.passes.host.simd.wishes import Wishes

# Adds up a row of the work-item's own, as many numbers as there are.
SUM = f"""entry: {BEGIN}
  %pitch = mul nsw i64 %w, 1024
  %row = getelementptr float, ptr %in, i64 %pitch
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %wide = EXTENDED i32 %k to i64
  %p = getelementptr float, ptr %row, i64 %wide
  %x = load float, ptr %p
  %t = fadd float %s, %x
  WORK
  %next = add FLAGS i32 %k, STEP
  %again = icmp ult i32 %next, ROUNDS
  br i1 %again, label %loop, label %end
end:
  store float %t, ptr %to
  ret void
"""


def text_of(
    extended: str = "sext", flags: str = "nuw nsw", work: str = "", rounds: str = "%n", step: str = "1"
) -> str:
    text = SUM.replace("EXTENDED", extended).replace("FLAGS", flags).replace("WORK", work)
    return text.replace("ROUNDS", rounds).replace("STEP", step)


def rows_of(text: str) -> int:
    return len(find_rows(shapes_of(text)[1]))


def test_a_row_of_floats_is_read_in_eights() -> None:
    result, text = vectorised(text_of(), Wishes(), is_flat=True)
    assert result.width == 16
    assert text.count("load <4 x float>") == 2 * 16 and "shufflevector <16 x float>" in text
    assert "masked.gather" in text  # what is left of a row
    assert vectorised(text_of(), Wishes())[0].width == 8


def test_a_row_of_doubles_is_read_in_eights() -> None:
    result, text = vectorised(text_of().replace("float", "double"), Wishes(), is_flat=True)
    assert result.width == 8
    assert text.count("load <2 x double>") == 4 * 8 and "shufflevector <8 x double>" in text


def test_a_block_is_turned_in_vectors_of_all_work_items() -> None:
    def is_of(load: str, lanes: int, shuffle: str) -> bool:
        block = vectorised(text_of(rounds="64").replace("float", load), Wishes(), is_flat=True)[1]
        return f"<{lanes} x i32> <i32 {shuffle.replace(' ', ', i32 ')}>" in block

    assert is_of("float", 16, "0 16 1 17 4 20 5 21 8 24 9 25 12 28 13 29")
    assert is_of("double", 8, "0 8 2 10 4 12 6 14")


def test_rows_that_are_equally_far_from_each_other_need_no_vector_of_places() -> None:
    _, text = vectorised(text_of(rounds="64"), Wishes(), is_flat=True)
    assert "load <4 x float>" in text and " x ptr>" not in text


def test_where_rows_begin_is_asked_and_not_where_they_go_on() -> None:
    """Vectors of places in the loop would be taken apart in each round."""
    text = text_of(rounds="64").replace("mul nsw i64 %w, 1024", "mul nsw i64 %w, %pitch_")
    text = text.replace("entry: ", "entry: %n64 = sext i32 %n to i64\n  ").replace("%pitch_", "%n64")
    _, text = vectorised(text, Wishes(), is_flat=True)
    apart = [line.split()[6].rstrip(",") for line in text.splitlines() if "extractelement <16 x ptr>" in line]
    before, _, loop = text.partition("hc.loop:")
    assert len(apart) == 16 and len(set(apart)) == 1
    assert f"{apart[0]} = getelementptr" in before and f"{apart[0]} = getelementptr" not in loop


def test_rows_of_a_multiple_of_eight_leave_nothing() -> None:
    _, text = vectorised(text_of(rounds="64"), Wishes())
    assert "load <4 x float>" in text and "gather" not in text


def test_the_step_can_be_left_out() -> None:
    wishes = Wishes.of(["-fhcc-vectorise=masks", "-fno-hcc-rewrite=row-blocks"])
    _, text = vectorised(text_of(), wishes)
    assert "load <4 x float>" not in text and "masked.gather" in text


def test_the_function_of_one_work_item_stays_as_it_is() -> None:
    made = Made(text_of())
    code = read(made.enter().function)
    before = str(code.function)
    rows = find_rows(shapes_of(text_of())[1])
    assert len(rows) == 1
    own = [op for op in code.ops() if op.source is not None and op.source.name == "x"]
    eights = in_eights(made.module, code, own)
    made.module.verify()
    assert str(code.function) == before
    blocks = blocks_in(eights)
    assert len(blocks) == 8 and len(set(blocks.values())) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (text_of("zext"), 1),
        (text_of("zext", "nsw"), 0),  # may start again at 0 between two rounds
        (text_of("sext", "nuw"), 0),
        (text_of(step="2"), 0),
        (text_of(work="store float %t, ptr %in"), 0),  # perhaps what the next round reads
        (text_of(work="fence seq_cst"), 0),
        (text_of(work="%y = load volatile float, ptr %in"), 0),
        (text_of().replace("icmp ult i32 %next, %n", "fcmp olt float %t, 9.0"), 0),  # counts nothing
        (text_of().replace("%wide = sext", "%byte = trunc i32 %k to i8\n  %wide = zext").replace(
            "zext i32 %k", "zext i8 %byte"), 0),
        (text_of().replace("float", "half").replace("0.0", "0xH0000"), 0),
    ],
)  # fmt: skip
def test_which_loads_are_of_rows(text: str, count: int) -> None:
    assert rows_of(text) == count


def test_rows_of_whole_numbers_are_left_to_llvms_vectoriser() -> None:
    assert vectorised(ROWS, Wishes())[0].function is not None
    whole = ROWS.replace("phi float [ 0.0", "phi i32 [ 0").replace("store float", "store i32")
    whole = whole.replace("fadd float %s, %number", "add i32 %s, %twice")
    assert vectorised(whole, Wishes())[0].function is None


def test_two_rows_are_two_blocks() -> None:
    work = "%q = getelementptr float, ptr %p, i64 512\n  %y = load float, ptr %q"
    text = text_of(work=work)
    assert rows_of(text) == 2


def test_rows_that_only_some_work_items_read_are_read_elsewhere_by_the_others() -> None:
    text = text_of().replace("br label %loop\n", "%v = load i32, ptr %mine\n  %is = icmp sgt i32 %v, 0\n"
                             "  br i1 %is, label %loop, label %none\n", 1)  # fmt: skip
    text = text.replace("  ret void", "  br label %none\nnone:\n  ret void")
    _, written = vectorised(text, Wishes())
    assert "alloca [8 x i64]" in written and "load <4 x float>" in written
