"""hcpy/passes/host/entry_function.py: which groups run as one."""

from __future__ import annotations

import re

from test_host_passes import BEGIN, ROTATE, Made

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


def test_groups_that_can_be_told_apart_run_one_by_one() -> None:
    for body in (ROTATE, PLAIN.replace("@__hcrt_global_id(i32 1)", "@__hcrt_local_id(i32 1)")):
        text = Made(body).lower()
        assert "%hc.step0" not in text and "%hc.counted = add nuw i64 %hc.group0.w, 1" in text
