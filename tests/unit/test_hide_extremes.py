"""Extremes in rows that Intel's compiler would compute in vector registers, with addresses of the row's."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import hide_extremes

_TEXT = """declare spir_func i64 @_Z13get_global_idj(i32)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i32 @llvm.smax.i32(i32, i32)
define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %o, i64 %n) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %again = call spir_func i64 @_Z13get_global_idj(i32 0)
  %own = getelementptr i64, ptr addrspace(1) %a, i64 %id
  %x = load i64, ptr addrspace(1) %own
  BODY
  ret void
}
"""
_STORED = "\n  store i64 %m, ptr addrspace(1) %o"
_HIDDEN = "call spir_func i64 @_Z14get_num_groupsj(i32 0)"


def _after(body: str) -> str:
    return after(hide_extremes.run, _TEXT.replace("BODY", body))


def test_an_extreme_with_the_index_of_what_it_compares_is_a_choice() -> None:
    text = _after("%s = sub i64 %again, %x\n  %m = call i64 @llvm.umax.i64(i64 %s, i64 %x)" + _STORED)
    assert f"  %1 = {_HIDDEN}\n  %2 = lshr i64 %1, 31\n" in text
    assert (
        "  %3 = icmp ugt i64 %s, %x\n"
        "  %4 = add i64 %x, %2\n"
        "  %5 = select i1 %3, i64 %s, i64 %4\n"
        "  store i64 %5," in text
    )


def test_so_is_one_that_is_written_as_a_choice() -> None:
    text = _after("%c = icmp slt i64 %x, %again\n  %m = select i1 %c, i64 %again, i64 %x" + _STORED)
    assert "%3 = add i64 %x, %2\n  %4 = select i1 %c, i64 %again, i64 %3" in text


def test_so_is_one_whose_number_is_an_address() -> None:
    text = _after(
        "%p = ptrtoint ptr addrspace(1) %a to i64\n  %m = call i64 @llvm.umax.i64(i64 %p, i64 %x)" + _STORED
    )
    assert _HIDDEN in text


def test_so_is_one_with_a_loaded_index() -> None:
    text = _after(
        "%q = getelementptr i64, ptr addrspace(1) %a, i64 %x\n  %y = load i64, ptr addrspace(1) %q\n"
        "  %m = call i64 @llvm.smin.i64(i64 %y, i64 %x)" + _STORED
    )
    assert "icmp slt i64 %y, %x" in text


def test_so_is_one_that_is_stored_where_a_number_of_it_says() -> None:
    text = _after(
        "%q = getelementptr i64, ptr addrspace(1) %o, i64 %n\n"
        "  %m = call i64 @llvm.umax.i64(i64 %n, i64 7)\n  store i64 %m, ptr addrspace(1) %q"
    )
    assert _HIDDEN in text


def test_others_stay() -> None:
    """Of numbers from memory alone, of indices alone, and of 32 bits."""
    loaded = "%q = getelementptr i64, ptr addrspace(1) %own, i64 %n\n  %y = load i64, ptr addrspace(1) %q\n"
    assert _HIDDEN not in _after(loaded + "%m = call i64 @llvm.umax.i64(i64 %y, i64 %x)" + _STORED)
    index = "%i = call i64 @llvm.smin.i64(i64 %id, i64 %n)\n  %q = getelementptr i64, ptr addrspace(1) %a, "
    assert _HIDDEN not in _after(index + "i64 %i\n  %m = load i64, ptr addrspace(1) %q" + _STORED)
    narrow = "%i = trunc i64 %id to i32\n  %y = trunc i64 %x to i32\n"
    assert _HIDDEN not in _after(
        narrow + "%e = call i32 @llvm.smax.i32(i32 %i, i32 %y)\n  %m = zext i32 %e to i64" + _STORED
    )
