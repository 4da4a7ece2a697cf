"""fill_undefined_parts: which initial values change, and that the back end takes them."""

from __future__ import annotations

from pass_support import HOST, after

from hcpy.passes import fill_undefined_parts

TEXT = f"""{HOST}%Union = type {{ [3 x float] }}
@table = internal constant [2 x {{ %Union, [4 x i8] }}] [
  {{ %Union, [4 x i8] }} {{ %Union {{ [3 x float] [float 1.0, float 2.0, float 3.0] }}, [4 x i8] undef }},
  {{ %Union, [4 x i8] }} {{ %Union undef, [4 x i8] poison }}]
@group = internal addrspace(3) global [8 x i32] undef
@whole = internal constant [2 x i32] [i32 1, i32 2]
define ptr @f() {{
  ret ptr @table
}}
"""


def test_padding_becomes_zero() -> None:
    text = after(fill_undefined_parts.run, TEXT)
    table, group, whole = (
        next(line for line in text.splitlines() if line.startswith(name))
        for name in ("@table", "@group", "@whole")
    )
    assert "undef" not in table and "poison" not in table
    assert "[3 x float] [float 1.000000e+00, float 2.000000e+00, float 3.000000e+00]" in table
    assert table.endswith("{ %Union, [4 x i8] } zeroinitializer]")
    assert group.endswith("global [8 x i32] undef")
    assert whole.endswith("[2 x i32] [i32 1, i32 2]")
