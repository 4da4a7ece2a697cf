"""hcpy/passes/host/masked_stores.py on small modules: what runs before a masked store, and what is stored."""

from __future__ import annotations

import re

import pytest

from hcpy import ir
from hcpy.passes.host.lowering import machine
from hcpy.passes.host.masked_stores import guard_masked_stores, keep_whole_stores

HEAD = """
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
"""
LOOP = """
define void @f(ptr %to, <16 x float> %x, <16 x float> %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %mask = fcmp olt <16 x float> %x, %y
  %at = getelementptr float, ptr %to, i64 %i
  call void @llvm.masked.store.v16f32.p0(<16 x float> %x, ptr align 4 %at, <16 x i1> %mask)
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
SINGLE = """
define void @f(ptr %to, <4 x double> %x, <4 x i1> %mask) {
  call void @llvm.masked.store.v4f64.p0(<4 x double> %x, ptr align 32 %to, <4 x i1> MASK)
  ret void
}
"""


def guarded(body: str) -> str:
    with ir.Module.parse((HEAD + body).encode()) as module:
        guard_masked_stores(module)
        module.verify()
        return str(module)


def test_each_register_asks_for_itself() -> None:
    """Sixteen floats are two registers; the second one's 32 bytes follow the first one's."""
    text = guarded(LOOP)
    assert text.count("call void @llvm.masked.store.v8f32") == 2
    assert text.count("icmp eq i8") == 4 and text.count("store <8 x float>") == 2
    assert re.search(r"getelementptr i8, ptr %\d+, i64 32", text)


def test_nothing_is_loaded_to_be_stored_again() -> None:
    """What others have written in the meantime stays."""
    assert not re.search(r"= (load|select)", guarded(LOOP))


def test_nobody_stores_where_the_mask_is_empty() -> None:
    """From the test one branch skips the stores."""
    text = guarded(SINGLE.replace("MASK", "%mask"))
    assert re.search(r"%hc\.none = icmp eq i4 %\d+, 0\s+br i1 %hc\.none, label %\d+, label %hc\.some", text)
    assert re.search(r"%hc\.full = icmp eq i4 %\d+, -1\s+br i1 %hc\.full, label %hc\.every", text)
    assert "store <4 x double> %x, ptr %to, align 8" in text


def test_masks_that_are_known_are_left() -> None:
    text = guarded(SINGLE.replace("MASK", "<i1 true, i1 false, i1 true, i1 false>"))
    assert "br i1" not in text


ENTRY = """
define void @f(ptr %a, ptr %b, i64 %first, i64 %last, ptr %hc.scratch, ptr %d) {
  %x = load <16 x float>, ptr %a
  %mask = fcmp olt <16 x float> %x, zeroinitializer
  %at = getelementptr float, ptr WHERE, i64 %first
  call void @llvm.masked.store.v16f32.p0(<16 x float> %x, ptr align 4 %at, <16 x i1> %mask), !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2}
!2 = !{!"root"}
"""


@pytest.mark.parametrize(
    ("where", "bytes_", "found"), [("%hc.scratch", 1024, 2), ("%b", 1024, 0), ("%hc.scratch", 31, 0)]
)
def test_group_memory_is_chosen_from_where_all_of_it_is_tile_static(
    where: str, bytes_: int, found: int
) -> None:
    """A register that reaches beyond takes the masked store; what lies beside may be of another type."""
    with ir.Module.parse((HEAD + ENTRY.replace("WHERE", where)).encode()) as module:
        guard_masked_stores(module, {"f": bytes_})
        module.verify()
        text = str(module)
        assert len(re.findall(f"icmp ule i64 .*, {bytes_ - 32}\n", text)) == found
        assert text.count("load <8 x float>") == found
        whole = [line for line in text.splitlines() if "load <8 x" in line or "freeze <8 x float>" in line]
        assert len(whole) == 2 * found and not any("tbaa" in line for line in whole)
        code = machine("x86-64-v3").assembly(module)
        assert ("vblendvps" in code) == bool(found) and "vmaskmovps" in code


BLEND = """
define void @f(ptr %to, ptr %from) {
  %old = load <8 x float>, ptr %to
  %new = load <8 x float>, ptr %from
  %is_more = fcmp ogt <8 x float> %old, %new
  %most = select <8 x i1> %is_more, <8 x float> %old, <8 x float> %new
  store <8 x float> %most, ptr %to
  ret void
}
"""


def code(*, keeps: bool) -> str:
    with ir.Module.parse((HEAD + BLEND).encode()) as module:
        if keeps:
            keep_whole_stores(module)
            module.verify()
        return machine("x86-64-v3").assembly(module)


def test_what_the_program_writes_back_needs_no_mask() -> None:
    """LLVM's code generator makes a masked store of it, unless it cannot see where a part came from."""
    assert "vmaskmov" in code(keeps=False)
    assert "vmaskmov" not in code(keeps=True)
