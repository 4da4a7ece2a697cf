"""hcpy/passes/host/loops.py and group_memory.py: rows of tiles that are as long as usual."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, HEAD, ROTATE, TILES, Made

from hcpy import ir
from hcpy.passes.host.group_memory import usual_line, usual_row
from hcpy.passes.host.stages import lower_kernel

# Work-items of a tile of two dimensions write a square, and read its other half.
SQUARE = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_local_id(i32 1)
  %v = load i32, ptr %mine
  MORE
  %q = getelementptr [20 x [ROW x i32]], ptr @square, i64 0, i32 %y, i32 %l
  store i32 %v, ptr %q
  call void @__hcrt_barrier()
  %p = getelementptr [20 x [ROW x i32]], ptr @square, i64 0, i32 %l, i32 %y
  %x = load i32, ptr %p
  store i32 %x, ptr %to
  ret void
"""
SUMS = "\n".join(f"%s{n} = add i32 %{f's{n - 1}' if n else 'v'}, %y" for n in range(150))


def parsed(row: int = 16, more: str = "") -> ir.Module:
    variable = f"@square = internal global [20 x [{row} x i32]] undef, align 16\n@tile ="
    body = SQUARE.replace("MORE", more).replace("ROW", str(row))
    return ir.Module.parse((HEAD.replace("@tile =", variable, 1) + body + "}\n").encode())


def lowered(module: ir.Module) -> str:
    function = module.function("kernel")
    assert function is not None
    lower_kernel(module, function, ENTRY, {**TILES, "square": (20 * 64 * 4, 16), "line": (1024, 16)})
    module.verify()
    return str(module)


@pytest.mark.parametrize(
    ("row", "expected"), [(16, 16), (18, 16), (19, 16), (32, 32), (33, 32), (8, 8), (10, 8), (11, 16)]
)
def test_rows_are_as_long_as_those_of_arrays(row: int, expected: int) -> None:
    module = parsed(row)
    function = module.function("kernel")
    assert function is not None
    assert usual_row(module, function, ("square", "tile", "gone")) == expected


def test_arrays_of_other_kernels_say_nothing() -> None:
    made = Made(ROTATE)
    assert usual_row(made.module, made.function, ("tile", "other")) == 16


@pytest.mark.parametrize(
    ("count", "expected"), [(8, 8), (16, 16), (18, 16), (33, 32), (66, 64), (15, 0), (19, 0), (256, 0)]
)
def test_tiles_of_one_dimension_are_as_long_as_short_arrays(count: int, expected: int) -> None:
    text = (HEAD + ROTATE + "}\n").replace("[64 x i32]", f"[{count} x i32]")
    module = ir.Module.parse(text.encode())
    function = module.function("kernel")
    assert function is not None
    assert usual_line(module, function, ("tile", "gone")) == expected


@pytest.mark.parametrize("row", [8, 32])
def test_rows_of_the_usual_length_are_written_twice(row: int) -> None:
    text = lowered(parsed(row))
    assert text.count("%hc.is_usual") == 2 * text.count("br i1 %hc.is_usual") == 4  # of two regions
    assert f"icmp eq i64 %hc.count0, {row}" in text


def test_rows_of_much_work_and_long_ones_are_not() -> None:
    assert lowered(parsed(more=SUMS)).count("br i1 %hc.is_usual") == 1  # of the other region
    long = ROTATE.replace("@tile", "@line").replace("[64 x i32]", "[256 x i32]")
    head = HEAD.replace("@tile =", "@line = internal global [256 x i32] undef, align 16\n@tile =", 1)
    module = ir.Module.parse((head + long + "}\n").encode())
    assert "hc.is_usual" not in lowered(module)  # of one dimension


def test_short_tiles_of_one_dimension_are_written_twice() -> None:
    text = Made(ROTATE).lower()
    assert "br i1 %hc.is_usual" in text and "icmp eq i64 %hc.count0, 64" in text
