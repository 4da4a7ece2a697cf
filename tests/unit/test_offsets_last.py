"""Known offsets of rows of tile_static arrays, which come after the index."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hcpy import ir
from hcpy.passes import offsets_last
from hcpy.passes.lowering import Lowering

CODE = """target datalayout = "e-p3:32:32-i64:64-n16:32:64"
@s = addrspace(3) global [2 x [256 x float]] undef
define float @f(i64 %i, i1 %c) {
  %first = getelementptr float, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i
  %second = getelementptr i8, ptr %first, i64 1024
  br i1 %c, label %then, label %else
then:
  %place = getelementptr float, ptr SECOND, i64 %i
  %a = load float, ptr %place
  %before = getelementptr i8, ptr %place, i64 -8
  %b = load float, ptr %before
  %sum = fadd float %a, %b
  br label %out
else:
  %d = load float, ptr %second
  br label %out
out:
  %r = phi float [ %sum, %then ], [ %d, %else ]
  ret float %r
}
define ptr @known() {
  ret ptr SECOND
}
""".replace("SECOND", "getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 1024)")


def test_both_rows_have_one_address_and_are_loaded_before_the_branch() -> None:
    module = ir.Module.parse(CODE.encode())
    offsets_last.run(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    shown = str(module)
    assert shown.count("load float") == 2 and shown.count("getelementptr float") == 1
    assert shown.index("load float") < shown.index("br i1")
    assert "i64 1024)" in shown.split("@known")[1]
