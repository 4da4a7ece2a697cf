"""hcpy/passes/host/entry_function.py: which groups run as one."""

from __future__ import annotations

import re

from test_host_passes import BEGIN, ENTRY, ROTATE, TILES, Made

from hcpy import ir
from hcpy.passes.host.simd.wishes import NO_WISHES, SHORT_LINES, Wishes
from hcpy.passes.host.stages import lower_kernel

PLAIN = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_global_id(i32 1)
  %sum = add i32 %y, %n
  store i32 %sum, ptr %to
  ret void
"""


def test_groups_of_a_row_run_as_one() -> None:
    text = Made(PLAIN).lower()
    assert re.search(r"%hc.of_row = sub nuw i64 %hc.num_groups0.w, %hc.group0.w", text)
    assert re.search(r"%hc.of_range = sub nuw i64 %hc.last, %hc.g\b", text)
    assert "%hc.step0 = call i64 @llvm.umin.i64(i64 %hc.of_row, i64 %hc.of_range)" in text
    # the next one begins behind them: in the row, or at the next row's beginning
    assert "%hc.counted = add nuw i64 %hc.group0.w, %hc.step0" in text
    assert "%hc.g.next = add nuw i64 %hc.g, %hc.step" in text


# A tile of 16 rows: local ids of dimension 1, 64 places of tile_static memory.
ROWS = ROTATE.replace("%q =", "%y = call i32 @__hcrt_local_id(i32 1)\n  %q =").replace("i32 %l", "i32 %y")


def test_groups_that_can_be_told_apart_run_one_by_one() -> None:
    for body in (ROWS, PLAIN.replace("@__hcrt_global_id(i32 1)", "@__hcrt_local_id(i32 1)")):
        text = Made(body).lower()
        assert "%hc.step0" not in text and "%hc.counted = add nuw i64 %hc.group0.w, 1" in text


def lower(body: str, wishes: Wishes = NO_WISHES, places: int = 32) -> str:
    made = Made(body)
    text = str(made.module).replace("[64 x i32]", f"[{places} x i32]")
    module = ir.Module.parse(text.encode())
    function = module.function("kernel")
    assert function is not None
    lower_kernel(module, function, ENTRY, {**TILES, "tile": (4 * places, 16)}, wishes=wishes)
    module.verify()
    return str(module)


def test_short_groups_of_one_dimension_have_a_loop_along_their_row() -> None:
    text = lower(ROTATE)
    assert "%hc.row.end = add nuw i64 %hc.group0.w, %hc.step0" in text
    (index,) = re.findall(r"(%hc.of_row\d+) = phi i64 \[ %hc.group0.w, ", text)
    assert f"%hc.origin0 = mul nuw nsw i64 {index}, " in text
    assert "%hc.counted = add nuw i64 %hc.group0.w, %hc.step0" in text  # the next row
    for other in (lower(ROTATE, places=64), lower(ROTATE, Wishes(without=frozenset((SHORT_LINES,))))):
        assert "%hc.of_row.body" not in other


def test_short_lines_mostly_have_no_other_dimensions() -> None:
    def asked(text: str) -> set[str]:
        return set(re.findall(r"icmp eq i64 %hc.count(\d), (\d+)", text))

    assert asked(lower(ROTATE)) == {("0", "32"), ("1", "1"), ("2", "1")}
    assert asked(lower(ROWS)) == {("0", "16")}
    without = Wishes(without=frozenset((SHORT_LINES,)))
    assert asked(lower(ROTATE, without)) == {("0", "32")}
