"""hcpy/passes/host/own_arrays.py: which arrays of work-items lie element by element in a strip."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.ir import Opcode
from hcpy.passes.host.code import read
from hcpy.passes.host.divide import divide
from hcpy.passes.host.launch import OF_STRIPS
from hcpy.passes.host.own_arrays import OwnArrays, find_own_arrays
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel
from hcpy.passes.host.uniformity import analyse

LOAD = Opcode.LOAD
# Each element, one a round, is what the one before it and a number of the work-item's give.
BODY = f"""entry: {BEGIN}
  %a = alloca KIND, align 16
  FIRST
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds nuw i32, ptr %a, i64 AT
  %x = load i32, ptr %p, align 4
  %v = load i32, ptr %mine
  %y = add i32 %x, %v
  %next = add nuw nsw i64 %k, 1
  %q = getelementptr inbounds nuw i32, ptr %a, i64 %next
  store i32 %y, ptr %q, align 4
  MORE
  %wide = zext i32 %n to i64
  %again = icmp slt i64 %next, %wide
  br i1 %again, label %loop, label %end
end:
  %last = load i32, ptr %a, align 16
  store i32 %last, ptr %to
  ret void
"""
FILL = "call void @llvm.memset.p0.i64(ptr %a, i8 VALUE, i64 COUNT, i1 VOLATILE)"
DECLARED = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"


def made(kind: str = "[40 x i32]", first: str = "", at: str = "%k", more: str = "") -> Made:
    text = BODY.replace("KIND", kind).replace("FIRST", first).replace("AT", at).replace("MORE", more)
    return Made(text + "}\n" + DECLARED + "define void @after() {\n  ret void\n")


def filled(value: str = "0", count: str = "160", volatile: str = "false") -> str:
    return FILL.replace("VALUE", value).replace("COUNT", count).replace("VOLATILE", volatile)


def found(one: Made) -> OwnArrays:
    code = read(one.enter().function)
    outline = divide(analyse(code, OF_STRIPS[False]), join_loops=False)
    return find_own_arrays(outline, one.module.layout)


@pytest.mark.parametrize(
    ("parts", "elements"),
    [
        ({}, 1),
        ({"kind": "[5 x [8 x i32]]", "more": "%r = getelementptr [8 x i32], ptr %a, i64 1, i64 %k"}, 1),
        ({"more": "%r = getelementptr i8, ptr %a, i64 8\n  store float 1.0, ptr %r"}, 1),
        ({"first": filled()}, 1),
        ({"first": filled(count="8")}, 1),
        ({"kind": "[65 x i32]", "first": filled(count="260")}, 0),  # too many stores
        ({"first": filled(value="1")}, 0),
        ({"first": filled(count="7")}, 0),
        ({"first": filled(volatile="true")}, 0),
        ({"at": "%w"}, 0),  # another element for each work-item
        ({"more": "%r = getelementptr i8, ptr %a, i64 6\n  store i32 1, ptr %r, align 2"}, 0),
        ({"more": "%r = getelementptr i8, ptr %a, i64 %k"}, 0),  # between elements
        ({"more": "store i16 1, ptr %p"}, 0),
        ({"more": "store <2 x i16> zeroinitializer, ptr %p"}, 0),
        ({"more": "store volatile i32 1, ptr %p"}, 0),
        ({"more": "%f = atomicrmw add ptr %p, i32 1 monotonic"}, 0),
        ({"more": "store ptr %p, ptr %in"}, 0),
        ({"more": "call void @anything(ptr %p)"}, 0),
        ({"more": "%r = select i1 false, ptr %p, ptr %q\n  store i32 1, ptr %r"}, 0),
        ({"more": "%r = ptrtoint ptr %p to i64"}, 0),
        ({"kind": "{ i32, [40 x i32] }", "more": "%r = getelementptr { i32, i32 }, ptr %a, i64 0, i32 1"}, 0),
        ({"kind": "[1024 x i32]"}, 1),
        ({"kind": "[1025 x i32]"}, 0),  # the stack is finite
        ({"kind": "i32, i32 %n"}, 0),
        ({"kind": "[161 x i8]"}, 0),  # no whole number of elements
    ],
)
def test_which_arrays(parts: dict[str, str], elements: int) -> None:
    assert len(found(made(**parts)).elements) == elements


@pytest.mark.parametrize(
    ("place", "elements"),
    [
        ("getelementptr i8, ptr %a, i64 3", 1),
        ("getelementptr { i8, i8 }, ptr %a, i64 %k", 1),
        ("getelementptr [4 x { i8, i8 }], ptr %a, i64 0, i64 %k", 1),
        ("getelementptr [4 x { i8, i8 }], ptr %a, i64 0, i64 %k, i32 1", 0),
        ("getelementptr { i8, i8 }, ptr %a, i64 0, i32 1", 0),
    ],
)
def test_members_of_structures_of_bytes(place: str, elements: int) -> None:
    """Every distance is a whole number of bytes."""
    text = BODY.replace("KIND", "[8 x i8]").replace("FIRST", "").replace("AT", "%k")
    text = text.replace("load i32, ptr %p, align 4", "sext i8 %x.b to i32")
    text = text.replace("%x =", "%x.b = load i8, ptr %p\n  %x =").replace("nuw i32, ptr %a", "nuw i8, ptr %a")
    text = text.replace("store i32 %y, ptr %q, align 4", "%y.b = trunc i32 %y to i8\n  store i8 %y.b, ptr %q")
    text = text.replace("%last = load i32, ptr %a, align 16", "%last = load i32, ptr %mine")
    made_of = Made(text.replace("MORE", f"%r = {place}\n  store i8 1, ptr %r"))
    assert len(found(made_of).elements) == elements


def test_loops_of_one_work_item() -> None:
    """Each goes as far as its data says: one after the other, which is along its own array."""
    text = str(made().module)
    text = text.replace("%wide = zext i32 %n to i64", "%wide = zext i32 %v to i64")
    assert not found(Made(text[text.index("entry:") : text.rindex("}")])).elements


def test_strips_hold_elements_side_by_side() -> None:
    """16 work-items, and the place after the last element; a step is so much farther."""
    one = made(first=filled(count="8"))
    lower_kernel(one.module, one.function, ENTRY, TILES)
    one.module.verify()
    parts = [f for f in one.module.functions if ".l" in f.name]
    assert not any(i.callee_name for f in parts for i in f.instructions() if i.opcode is Opcode.CALL)
    text = str(one.module)
    assert "alloca [41 x [16 x i32]], align 64" in text
    assert "getelementptr inbounds nuw [16 x i32]" in text


def test_alignment_is_an_elements() -> None:
    """The first element of the second work-item lies 4 bytes on."""
    one = made()
    lower_kernel(one.module, one.function, ENTRY, TILES)
    loads = [i for f in one.module.functions if ".l" in f.name for i in f.instructions() if i.opcode is LOAD]
    of_arrays = [i for i in loads if str(i.pointer).lstrip().startswith("%at.")]
    assert of_arrays
    assert all(i.align == 4 for i in of_arrays)


def test_left_out() -> None:
    one = made()
    wishes = Wishes(without=frozenset(("own-arrays",)))
    lower_kernel(one.module, one.function, ENTRY, TILES, wishes=wishes)
    assert "[41 x [16 x i32]]" not in str(one.module)
