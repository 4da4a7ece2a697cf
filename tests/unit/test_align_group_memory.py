"""align_group_memory: accesses to group memory that are less aligned than wide, run in this CPU's memory."""

from __future__ import annotations

import ctypes

import pytest
from pass_support import HOST, after, execution, lowering_of

from hcpy.passes import align_group_memory

GROUP = "ptr addrspace(3)"


def _in_group(body: str) -> str:
    return f"define void @f({GROUP} %to, {GROUP} %from) {{\n{body}  ret void\n}}\n"


@pytest.mark.parametrize(
    ("type_", "align"),
    [
        ("i64", 4), ("i64", 2), ("i64", 1), ("double", 4), ("float", 2), ("i32", 1), ("i16", 1), ("half", 1),
        ("<2 x i64>", 4), ("<3 x float>", 2),
    ],
)  # fmt: skip
def test_parts_are_aligned_and_together_the_number(type_: str, align: int) -> None:
    """Seven bytes on, so that nothing is aligned; other bytes stay as they are."""
    text = _in_group(
        f"  %v = load {type_}, {GROUP} %from, align {align}\n  store {type_} %v, {GROUP} %to, align {align}\n"
    )
    lowering = lowering_of(HOST + text)
    align_group_memory.run(lowering)
    lowering.module.verify()
    shown = str(lowering.module)
    assert f"load i{8 * align}" in shown and f"store i{8 * align}" in shown
    assert f"load {type_}," not in shown and f"store {type_} " not in shown
    size = {"i64": 8, "double": 8, "float": 4, "i32": 4, "i16": 2, "half": 2, "<2 x i64>": 16}.get(type_, 12)
    given = bytes(range(129, 129 + size))
    source = ctypes.create_string_buffer(b"-" * 7 + given, 40)
    to = ctypes.create_string_buffer(b"." * 40, 40)
    with execution(shown.replace(" addrspace(3)", "")) as engine:
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(engine.get_function_address("f"))
        call(ctypes.addressof(to) + 7, ctypes.addressof(source) + 7)
    assert to.raw == b"." * 7 + given + b"." * (33 - size)


@pytest.mark.parametrize(
    "access",
    [
        f"store i64 1, {GROUP} %to, align 8",
        f"store <2 x float> zeroinitializer, {GROUP} %to, align 4",  # each number is aligned
        f"store atomic i64 1, {GROUP} %to monotonic, align 8",
        "store i64 1, ptr null, align 4",  # private
    ],
)
def test_what_is_aligned_or_elsewhere_stays(access: str) -> None:
    assert access in after(align_group_memory.run, _in_group(f"  {access}\n"))


def test_volatile_accesses_have_volatile_parts() -> None:
    made = after(align_group_memory.run, _in_group(f"  store volatile i64 1, {GROUP} %to, align 4\n"))
    assert made.count("store volatile i32") == 2


def test_copies_to_and_from_group_memory_are_written_out() -> None:
    name = "llvm.memcpy.p{}.p{}.i64"
    calls = "".join(
        f"  call void @{name.format(a, b)}(ptr addrspace({a}) align 2 %p{a}, "
        f"ptr addrspace({b}) align 2 %p{b}, i64 6, i1 false)\n"
        for a, b in ((3, 1), (1, 3), (1, 1))
    )
    declared = "".join(
        f"declare void @{name.format(a, b)}(ptr addrspace({a}), ptr addrspace({b}), i64, i1)\n"
        for a, b in ((3, 1), (1, 3), (1, 1))
    )
    text = f"define void @f({GROUP} %p3, ptr addrspace(1) %p1) {{\n{calls}  ret void\n}}\n{declared}"
    made = after(align_group_memory.run, text)
    assert made.count("call void @llvm.memcpy.p1.p1") == 1 and "call void @llvm.memcpy.p3" not in made
    assert made.count("store i16") == 6 and "call void @llvm.memcpy.p1.p3" not in made
