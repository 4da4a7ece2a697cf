"""Indices into private arrays that Intel's compiler computes only where a work-item asks for them."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import bound_private_indices

_TEXT = """define spir_kernel void @kernel(i64 %n, ptr addrspace(1) %table, ptr addrspace(1) %o) {
  %a = alloca [20 x i32]
  FIRST
  %c = icmp eq i64 %n, 5
  br i1 %c, label %some, label %end
some:
  INDEX
  %at = ADDRESS
  ACCESS
  br label %end
end:
  ret void
}
"""
_LOADED = "%i = load i64, ptr addrspace(1) %table"
_ADDRESS = "getelementptr i32, ptr %a, i64 %i"
_READ = "%r = load i32, ptr %at"


def _after(index: str, address: str = _ADDRESS, access: str = _READ, first: str = "") -> str:
    text = _TEXT.replace("FIRST", first).replace("INDEX", index).replace("ADDRESS", address)
    return after(bound_private_indices.run, text.replace("ACCESS", access), ("kernel",))


@pytest.mark.parametrize(
    "index",
    [
        _LOADED,
        "%i = urem i64 %n, 20",
        "%q = sdiv i64 %n, 3\n  %t = trunc i64 %q to i32\n  %s = add i32 %t, 1\n  %i = sext i32 %s to i64",
    ],
)
def test_an_index_that_only_some_compute_is_one_of_the_array(index: str) -> None:
    text = _after(index)
    assert "call spir_func i64 @_Z14get_num_groupsj(i32 0)" in text
    assert "xor i64 %2, 20" in text
    assert "icmp ult i64 %i, %3" in text
    assert "select i1 %4, i64 %i, i64 0" in text
    assert "%at = getelementptr i32, ptr %a, i64 %5" in text


def test_the_length_is_of_what_the_index_counts() -> None:
    assert "xor i64 %2, 80" in _after(_LOADED, "getelementptr i8, ptr %a, i64 %i")
    assert "xor i64 %2, 20" in _after(_LOADED, "getelementptr [20 x i32], ptr %a, i64 0, i64 %i")
    member = "%m = getelementptr i8, ptr %at, i64 4\n  %r = load i32, ptr %m"
    assert "xor i64 %2, 10" in _after(_LOADED, "getelementptr [2 x i32], ptr %a, i64 %i", member)


@pytest.mark.parametrize(
    ("index", "address", "access"),
    [
        ("%i = add i64 %n, 1", _ADDRESS, _READ),  # computed always
        (_LOADED, "getelementptr i32, ptr addrspace(1) %o, i64 %i", "%r = load i32, ptr addrspace(1) %at"),
        # The index may be one behind the last element, or before the first.
        (_LOADED, _ADDRESS, "%m = getelementptr i8, ptr %at, i64 -4\n  %r = load i32, ptr %m"),
        (_LOADED, _ADDRESS, "%m = getelementptr i8, ptr %at, i64 4\n  %r = load i32, ptr %m"),
        (_LOADED, _ADDRESS, "store ptr %at, ptr addrspace(1) %o"),
        (_LOADED, "getelementptr [2 x [10 x i32]], ptr %a, i64 0, i64 %n, i64 %i", _READ),
    ],
)
def test_other_addresses_stay(index: str, address: str, access: str) -> None:
    assert "xor" not in _after(index, address, access)


def test_what_all_work_items_compute_stays() -> None:
    assert "xor" not in _after("", _ADDRESS, _READ, first=_LOADED)
