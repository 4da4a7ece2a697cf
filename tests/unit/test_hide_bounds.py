"""Conditions about ids of which Intel's compiler would make wrong bounds end with what it cannot know."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_bounds

_TEXT = """
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @kernel(ptr addrspace(1) %p, i32 %n, i32 %m) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %i = trunc i64 %id to i32
  %d = sub i32 %i, %n
  %less = icmp slt i32 %i, %n
  %below = icmp ult i32 %i, %n
  CONDITION
  br i1 %asked, label %then, label %end
then:
  WITHIN
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
"""


def _after(condition: str, within: str = "") -> str:
    text = _TEXT.replace("CONDITION", condition).replace("WITHIN", within)
    return after(hide_bounds.run, text, ("kernel",))


@pytest.mark.parametrize(
    "condition",
    [
        "%asked = icmp slt i32 %d, %m",
        "%asked = icmp eq i32 %i, %m",
        "%asked = icmp slt i32 %i, %d",
        "%low = and i64 %id, 4294967295\n  %asked = icmp eq i64 %low, 0",
        "%far = sub i64 99, %id\n  %asked = icmp sgt i64 %far, 7",
        "%least = call i32 @llvm.smin.i32(i32 %i, i32 %n)\n  %asked = icmp slt i32 %least, %m",
    ],
)
def test_what_is_no_order_of_an_id_and_a_bound_is_hidden(condition: str) -> None:
    text = _after(condition)
    assert "call spir_func i32 @_Z12get_work_dimv()" in text
    assert "xor i1 %asked" in text and "br i1 %asked" not in text


_TILED = """
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
define spir_kernel void @kernel(ptr addrspace(1) %p, i32 %tile, i32 %n, i32 %m) {
  %local.64 = call spir_func i64 @_Z12get_local_idj(i32 0)
  %local = trunc i64 %local.64 to i32
  %group.64 = call spir_func i64 @_Z12get_group_idj(i32 0)
  %group = trunc i64 %group.64 to i32
  %first = mul nsw i32 %tile, %group
  %place = add nsw i32 FIRST, %local
  %in = icmp slt i32 %place, %n
  br i1 %in, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
"""


def test_the_edge_of_the_last_tile_stays() -> None:
    assert "xor" not in after(hide_bounds.run, _TILED.replace("FIRST", "%first"), ("kernel",))
    assert "xor i1 %in" in after(hide_bounds.run, _TILED.replace("FIRST", "%m"), ("kernel",))


def test_a_part_of_a_condition_is_hidden_alone() -> None:
    text = _after("%rest = icmp sge i32 %d, %m\n  %asked = select i1 %less, i1 %rest, i1 false")
    assert text.count(" xor ") == 1 and "xor i1 %rest" in text and "select i1 %less" in text


@pytest.mark.parametrize(
    "condition",
    [
        "%asked = icmp sge i32 %i, %m",
        "%asked = icmp ult i64 %id, 7",
        "%more = icmp sgt i32 %m, %i\n  %asked = and i1 %more, %less",
        "%asked = icmp eq i32 %n, %m",
    ],
)
def test_orders_of_ids_and_bounds_stay_and_what_is_not_of_ids(condition: str) -> None:
    assert "xor" not in _after(condition)


def test_an_unsigned_order_is_hidden_beside_a_signed_one() -> None:
    text = _after("%asked = and i1 %below, %less")
    assert text.count(" xor ") == 1 and "xor i1 %below" in text


def test_conditions_behind_a_store_stay() -> None:
    stored = "store i32 2, ptr addrspace(1) %p\n  "
    assert "xor" not in _after(f"{stored}%asked = icmp eq i32 %i, %m")


def test_conditions_of_loops_stay() -> None:
    loop = "br label %loop\nloop:\n  %same = icmp eq i32 %i, %m\n  br i1 %same, label %loop, label %out\nout:"
    assert "xor" not in _after("%asked = icmp slt i32 %i, %m", loop)
    once = "%same = icmp eq i32 %i, %m\n  br i1 %same, label %out, label %end\nout:"
    assert "xor i1 %same" in _after("%asked = icmp slt i32 %i, %m", once)
