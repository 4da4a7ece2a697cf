"""plain_intrinsics: what SPIR-V's back ends lack is other code before optimisation."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import plain_intrinsics

_TEXT = """define i32 @f(ptr addrspace(4) %p, ptr %q, i8 %b) {
  call void @llvm.prefetch.p4(ptr addrspace(4) %p, i32 0, i32 3, i32 1)
  call void @llvm.memcpy.inline.p4.p0.i64(ptr addrspace(4) align 4 %p, ptr align 2 %q, i64 6, i1 false)
  call void @llvm.memset.inline.p0.i64(ptr align 8 %q, i8 %b, i64 3, i1 true)
  %down = call ptr addrspace(4) @llvm.ptrmask.p4.i64(ptr addrspace(4) %p, i64 -16)
  store i8 1, ptr addrspace(4) %down
  %mode = call i32 @llvm.get.rounding()
  ret i32 %mode
}
declare void @llvm.prefetch.p4(ptr addrspace(4), i32, i32, i32)
declare void @llvm.memcpy.inline.p4.p0.i64(ptr addrspace(4), ptr, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare ptr addrspace(4) @llvm.ptrmask.p4.i64(ptr addrspace(4), i64)
declare i32 @llvm.get.rounding()
"""


def test_they_are_plain() -> None:
    code = after(plain_intrinsics.run, _TEXT).partition("\n}")[0]
    assert "prefetch" not in code and "ret i32 1" in code
    assert "@llvm.memcpy.p4.p0.i64(ptr addrspace(4) align 4 %p, ptr align 2 %q, i64 6, i1 false)" in code
    assert "@llvm.memset.p0.i64(ptr align 8 %q, i8 %b, i64 3, i1 true)" in code
    assert "and i64" in code and "getelementptr i8, ptr addrspace(4) %p, i64" in code
    assert "inttoptr" not in code and "ptrmask" not in code
