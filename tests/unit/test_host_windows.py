"""hcpy/passes/host/windows.py: windows that a tile's work-items go through by their numbers."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, HEAD, Made

from hcpy import ir
from hcpy.passes.host.rounds import split_rounds
from hcpy.passes.host.windows import split_windows

ARRAY = '@s = internal global [18 x [20 x i32]] undef, section "hcpy.tile_static"\n@tile ='
# for (k = ly * 16 + lx; k < 18 * 18; k += 256) s[k / 18][k % 18] = in[k];
LOADED = f"""entry: {BEGIN}
  %ly = call i32 @__hcrt_local_id(i32 1)
  %above = shl nsw i32 %ly, 4
  %first = add nsw i32 %above, %l
  %guard = icmp slt i32 %first, 324
  br i1 %guard, label %before, label %after
before:
  br label %loop
loop:
  %k = phi i32 [ %first, %before ], [ %next, %loop ]
  %k.w = sext i32 %k to i64
  %at = getelementptr i32, ptr %in, i64 %k.w
  %x = load i32, ptr %at
  %row = sdiv i32 %k, 18
  %column = srem i32 %k, 18
  %row.w = sext i32 %row to i64
  %column.w = sext i32 %column to i64
  %to.row = getelementptr [20 x i32], ptr @s, i64 %row.w
  %p = getelementptr i32, ptr %to.row, i64 %column.w
  store i32 %x, ptr %p
  %next = add nsw i32 %k, 256
  %more = icmp slt i32 %next, 324
  br i1 %more, label %loop, label %after
after:
  ret void
"""


class Windowed(Made):
    def __init__(self, body: str) -> None:
        self.module = ir.Module.parse((HEAD.replace("@tile =", ARRAY, 1) + body + "}\n").encode())

    def split(self) -> bool:
        done = split_windows(self.module, self.function)
        self.module.verify()
        return done


def test_a_window_is_gone_through_in_rows() -> None:
    made = Windowed(LOADED)
    assert made.split()
    copy = next(op for op in made.function.instructions() if op.name == "hc.column").block
    divisions = [op.opcode for op in copy.instructions() if op.opcode in (ir.Opcode.SDIV, ir.Opcode.SREM)]
    assert not divisions
    assert split_rounds(made.module, made.function)
    made.module.verify()
    rounds = [op for op in made.function.instructions() if op.name.startswith("hc.since")]
    assert len(rounds) == 3  # rows, columns, and those of other tiles


@pytest.mark.parametrize(
    "change",
    [
        ("store i32 %x, ptr %p", "store i32 %x, ptr %at"),  # memory that others see
        ("store i32 %x, ptr %p", "store volatile i32 %x, ptr %p"),
        ("store i32 %x, ptr %p", "store i64 0, ptr %p"),  # over what the next round stores
        ("store i32 %x, ptr %p", "store i32 %l, ptr %p"),  # which work-item is it?
        ("store i32 %x, ptr %p", "store i32 %x, ptr %p\n store i32 %x, ptr @s"),  # a place of all rounds
        ("i32, ptr %in, i64 %k.w", "i32, ptr @s, i64 %k.w"),  # what other rounds have stored
        ("[20 x i32], ptr @s", "[17 x i32], ptr @s"),  # rows that overlap
        ("i32, ptr %to.row, i64 %column.w", "i32, ptr %to.row, i64 %row.w"),
        ("%row = sdiv i32 %k, 18", "%row = sdiv i32 %k, 17"),
        (
            "%row = sdiv i32 %k, 18\n  %column = srem i32 %k, 18",
            "%row = add i32 %k, 0\n %column = mul i32 %k, 2",
        ),
        ("%next = add nsw i32 %k, 256", "%next = add nsw i32 %k, 250"),
        ("%above = shl nsw i32 %ly, 4", "%above = shl nsw i32 %ly, 2"),  # short rows
    ],
)
def test_other_loops_stay(change: tuple[str, str]) -> None:
    assert not Windowed(LOADED.replace(*change)).split()
