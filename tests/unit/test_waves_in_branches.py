"""Wave functions that only some work-items call."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import keep_scalar

# The condition %bits goes over a barrier, so that the kernel is kept from the vectoriser but for its waves.
_TEXT = """declare spir_func void @_Z7barrierj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32)
declare spir_func i32 @_Z13sub_group_alli(i32)
define spir_func i32 @within(i32 %x) {
  %found = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 1)
  ret i32 %found
}
define spir_kernel void @kernel(ptr addrspace(1) %p, i32 %i) {
entry:
  %own = call spir_func i64 @_Z12get_local_idj(i32 0)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %outside = icmp sgt i64 %own, 99
  br i1 %outside, label %end, label %begin
begin:
  call spir_func void @_Z7barrierj(i32 3)
  %bits = and i32 %i, 4
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %bits, ptr addrspace(1) %p
  BEFORE
  br i1 CONDITION, label %some, label %last
some:
  INSIDE
  br label %last
last:
  BEHIND
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
"""
_BY_OWN = "%c = icmp eq i64 %own, 3"
_SHUFFLE = "%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %i, i32 1)"
_CALL = "%x = call spir_func i32 @within(i32 %i)"
_LOADED = """%at = getelementptr i32, ptr addrspace(1) %p, i64 PLACE
  %word = load i32, ptr addrspace(1) %at
  %c = icmp eq i32 %word, 3"""
_OF_ALL = "%all = call spir_func i32 @_Z13sub_group_alli(i32 %i)\n  %c = icmp eq i32 %all, 0"
_WAITING = f"call spir_func void @_Z7barrierj(i32 3)\n  {_SHUFFLE}"


@pytest.mark.parametrize(
    ("before", "inside", "behind", "kept"),
    [
        (_BY_OWN, _SHUFFLE, "", False),
        (_BY_OWN, _CALL, "", False),
        (_LOADED.replace("PLACE", "%own"), _SHUFFLE, "", False),
        (_LOADED.replace("PLACE", "%group"), _SHUFFLE, "", True),
        (_OF_ALL, _SHUFFLE, "", True),
        ("%c = icmp eq i64 %group, 3", _SHUFFLE, "", True),
        (_BY_OWN, "", "", True),
        (_BY_OWN, "", _SHUFFLE, True),
        (_BY_OWN, "", _WAITING, True),
    ],
)
def test_waves_that_some_call(before: str, inside: str, behind: str, kept: bool) -> None:
    text = _TEXT.replace("BEFORE", before).replace("INSIDE", inside).replace("BEHIND", behind)
    shown = after(keep_scalar.run, text.replace("CONDITION", "%c"), ("kernel",))
    assert ("!vec_type_hint" in shown) == kept
