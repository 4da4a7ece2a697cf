"""The copy of the function object of Vulkan's kernels, and which memory their pointers lead to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.vulkan import arguments, logical, pushed
from hcpy.passes.vulkan.kernel import Unsupported

HEAD = """target datalayout = "e-i64:64-v16:16-n8:16:32:64-G1"
@__hcrt_vulkan_arguments = external addrspace(1) constant [1048576 x i8], align 16
@data = addrspace(1) global [4 x float] zeroinitializer
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
"""
COPY = """define spir_kernel void @k(i64 %i) {
  %hcrt.arguments = alloca [64 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(
    ptr %hcrt.arguments, ptr addrspace(1) @__hcrt_vulkan_arguments, i64 64, i1 false)
  %a = getelementptr i8, ptr %hcrt.arguments, i64 8
  %g = addrspacecast ptr %a to ptr addrspace(4)
  %b = getelementptr [4 x i32], ptr addrspace(4) %g, i64 0, i64 %i
  %v = load i32, ptr addrspace(4) %b, align 4
  %w = load i32, ptr %hcrt.arguments, align 4
  MORE
  ret void
}
"""


def read_in_place(more: str) -> ir.Module:
    module = ir.Module.parse((HEAD + COPY.replace("MORE", more)).encode())
    kernel, constant = module.function("k"), module.variable(arguments.ARGUMENTS)
    assert kernel is not None and constant is not None
    arguments.read_in_place(next(iter(kernel.instructions_of(ir.Opcode.ALLOCA))), constant)
    module.verify()
    return module


def test_a_copy_that_is_read_alone_goes() -> None:
    shown = str(read_in_place(""))
    assert "alloca" not in shown and "call void @llvm.memcpy" not in shown
    assert "getelementptr [4 x i32], ptr addrspace(1) " in shown
    assert "%w = load i32, ptr addrspace(1) @__hcrt_vulkan_arguments, align 4" in shown


@pytest.mark.parametrize(
    "more",
    ["store i32 1, ptr %a", "store ptr %a, ptr %hcrt.arguments", "%n = ptrtoint ptr %a to i64"],
)
def test_a_copy_that_is_written_or_known_elsewhere_stays(more: str) -> None:
    shown = str(read_in_place(more))
    assert "alloca" in shown and "call void @llvm.memcpy" in shown


POINTERS = """define spir_kernel void @k(i64 %i) {
  %a = load ptr addrspace(4), ptr addrspace(1) getelementptr inbounds (
    i8, ptr addrspace(1) @__hcrt_vulkan_arguments, i64 48), align 8
  %b = load ptr addrspace(4), ptr addrspace(1) @data, align 8
  %p = getelementptr float, ptr addrspace(4) %a, i64 %i
  %q = getelementptr float, ptr addrspace(4) %b, i64 %i
  store float 1.0, ptr addrspace(4) %p
  store float 1.0, ptr addrspace(4) %q
  ret void
}
"""


def test_pointers_in_the_function_object_are_global() -> None:
    module = ir.Module.parse((HEAD + POINTERS).encode())
    lowering = SimpleNamespace(module=module, kernels=[module.function("k")])
    arguments.qualify(cast(Lowering, lowering))
    module.verify()
    shown = str(module)
    assert shown.count("to ptr addrspace(1)") == 1
    assert "%hcrt.global = addrspacecast ptr addrspace(4) %a to ptr addrspace(1)" in shown


KERNEL = """define spir_kernel void @k(i64 %i, i1 %c) {
entry:
  %q = getelementptr i8, ptr addrspace(1) @__hcrt_vulkan_arguments, i64 16
  %a = load ptr addrspace(1), ptr addrspace(1) @__hcrt_vulkan_arguments, align 8
  %b = load ptr addrspace(1), ptr addrspace(1) %q, align 8
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %next, %loop ]
  %next = getelementptr float, ptr addrspace(1) %p, i64 1
  %end = getelementptr float, ptr addrspace(1) %a, i64 %i
  %done = icmp eq ptr addrspace(1) %next, %end
  br i1 %done, label %out, label %loop
out:
  %n = getelementptr i8, ptr addrspace(1) @__hcrt_vulkan_arguments, i64 24
  %t = getelementptr [4 x float], ptr addrspace(1) %n, i64 0, i64 %i
  %v = load float, ptr addrspace(1) %t, align 4
  %d = load float, ptr addrspace(1) @data, align 4
  MORE
  ret void
}
"""


def pointers(more: str, size: int = 48) -> logical.Pointers:
    module = ir.Module.parse((HEAD + KERNEL.replace("MORE", more)).encode())
    kernel = module.function("k")
    assert kernel is not None
    return logical.find(module.layout, kernel, size)


def test_each_pointer_leads_to_one_memory() -> None:
    found = pointers("store float %v, ptr addrspace(1) %b")
    names = {value.name: memory for value, memory in found.memories.items()}
    assert names["p"] == names["next"] == names["end"] == logical.Memory("buffer", 0)
    assert names["b"] == logical.Memory("buffer", 16)
    assert names["t"] == logical.OBJECT and found.uses_data
    assert found.buffers == [0, 16]
    assert found.numbers == [logical.Range(24, 24)]  # which element is not known: up to the end


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("%s = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b", "chosen between buffers"),
        ("%s = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) null", "chosen between buffers"),
        ("%s = icmp eq ptr addrspace(1) %a, %b", "comparison of pointers"),
        ("%s = ptrtoint ptr addrspace(1) %a to i64", "as an integer"),
        ("%s = inttoptr i64 %i to ptr addrspace(1)", "made of an integer"),
        ("%s = load ptr addrspace(1), ptr addrspace(1) %b", "lies in memory"),
        ("store ptr addrspace(1) %a, ptr addrspace(1) %b", "storing a pointer"),
        ("%s = load i64, ptr addrspace(1) @__hcrt_vulkan_arguments", "as an integer"),
    ],
)
def test_what_no_descriptor_can_be(more: str, what: str) -> None:
    with pytest.raises(Unsupported, match=what):
        pointers(more)


PUSHED = """define spir_kernel void @k(ptr byval(%object) %f, i64 %i) {
  %q = getelementptr i8, ptr addrspace(1) @__hcrt_vulkan_arguments, i64 24
  %p = load ptr addrspace(1), ptr addrspace(1) @__hcrt_vulkan_arguments, align 8
  %v = load i16, ptr addrspace(1) %q, align 4
  MORE
  ret void
}
define spir_kernel void @other(ptr byval([4096 x i8]) %f, i64 %i) {
  %b = getelementptr i8, ptr addrspace(1) @__hcrt_vulkan_arguments, i64 %i
  %v = load i8, ptr addrspace(1) %b, align 1
  ret void
}
"""


def addresses_pushed(more: str, size: int = 32) -> list[str]:
    text = HEAD + PUSHED.replace("MORE", more).replace("%object", f"[{size} x i8]")
    with ir.Module.parse(text.encode()) as module:
        kernel = module.function("k")
        assert kernel is not None
        found = pushed.find(module.layout, kernel, module.variable(arguments.ARGUMENTS))
        return [value.name for value in found]


def test_a_small_object_that_is_read_at_known_places_is_pushed() -> None:
    assert addresses_pushed("") == [arguments.ARGUMENTS, "q"]
    assert addresses_pushed("", pushed.MOST_BYTES) and not addresses_pushed("", pushed.MOST_BYTES + 1)


@pytest.mark.parametrize(
    "more",
    [
        "store ptr addrspace(1) %q, ptr addrspace(1) %p",
        "%b = getelementptr i8, ptr addrspace(1) %q, i64 %i\n%w = load i8, ptr addrspace(1) %b",
        "%n = ptrtoint ptr addrspace(1) @__hcrt_vulkan_arguments to i64",
        "%w = load atomic i32, ptr addrspace(1) %q monotonic, align 4",
        "%s = select i1 true, ptr addrspace(1) %q, ptr addrspace(1) %p\n%w = load i8, ptr addrspace(1) %s",
    ],
)
def test_an_object_whose_address_is_needed_is_not_pushed(more: str) -> None:
    assert addresses_pushed(more) == []
