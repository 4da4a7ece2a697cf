"""Passes that choose maths functions, and link libraries of them, on small modules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pass_support import after, lowering_of

from hcpy import ir
from hcpy.core.errors import HcpyError
from hcpy.passes import (
    call_remainders,
    link_libdevice,
    map_amdgcn_maths,
    map_ptx_maths,
    map_spirv_maths,
    split_pair_maths,
)
from hcpy.passes.link_library import link_functions
from hcpy.passes.link_modules import LinkPart, link_modules


@pytest.mark.parametrize(
    ("step", "called"),
    [
        (split_pair_maths.run_ptx, "call float @modff(float %0, ptr %second)"),
        (split_pair_maths.run_spirv, "call spir_func float @modff(float %0, ptr addrspace(4)"),
        (split_pair_maths.run_amdgcn, "call float @modff(float %0, ptr"),
    ],
)
def test_intrinsics_of_two_results_call_functions(step: split_pair_maths.Pass, called: str) -> None:
    text = """declare { float, float } @llvm.modf.f32(float)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare { float, float } @llvm.sincos.f32(float)
define { float, float } @f(float %x, double %y) {
  %a = call { float, float } @llvm.modf.f32(float %x)
  %b = call { double, i32 } @llvm.frexp.f64.i32(double %y)
  %c = call { float, float } @llvm.sincos.f32(float %x)
  ret { float, float } %c
}
"""
    shown = after(step, text)
    assert called in shown and "@llvm.modf" not in shown and "@llvm.sincos" not in shown
    assert ("@llvm.frexp" in shown) == (step is split_pair_maths.run_amdgcn)


def test_remainders_are_calls_of_fmod() -> None:
    text = """define void @f(ptr %p, float %x, double %y, half %z, <2 x float> %v) {
  %a = frem float %x, 2.0
  %b = frem double %y, 2.0
  %c = frem half %z, 2.0
  %d = frem <2 x float> %v, %v
  store float %a, ptr %p
  store double %b, ptr %p
  store half %c, ptr %p
  store <2 x float> %d, ptr %p
  ret void
}
"""
    shown = after(call_remainders.run, text)
    assert "frem" not in shown
    assert shown.count("call spir_func float @_Z4fmodff(") == 4 and "fptrunc float" in shown
    assert shown.count("call spir_func double @_Z4fmoddd(") == 1
    assert shown.count("icmp eq i32") == 4 and shown.count("icmp eq i64") == 1  # as large as the divisor: 0


def test_remainders_of_ptx_are_calls_of_fmod() -> None:
    text = """define void @f(ptr %p, <2 x float> %v, <2 x half> %h) {
  %a = frem <2 x float> %v, splat (float 3.0)
  %b = frem <2 x half> %h, splat (half 3.0)
  store <2 x float> %a, ptr %p
  store <2 x half> %b, ptr %p
  ret void
}
"""
    shown = after(map_ptx_maths.run, text, target="ptx")
    assert "frem" not in shown and shown.count("call float @__nv_fmodf(") == 4


NAMES = [
    "sinf",
    "sin",
    "sqrtf",
    "fmin",
    "exp10f",
    "ldexpf",
    "llvm.exp10.f32",
    "llvm.sin.f64",
    "mine",
    "lrintf",
]


def renamed(step: split_pair_maths.Pass, fast: bool = False) -> list[str]:
    """What becomes of functions of these names."""
    lowering = lowering_of("", fast_math=fast)
    for name in NAMES:
        double = name in ("sin", "fmin", "llvm.sin.f64")
        real = lowering.module.types.double if double else lowering.module.types.float
        lowering.module.declare(name, lowering.module.types.function(real, [real]))
    step(lowering)
    return [function.name for function in lowering.module.functions]


def test_maths_of_ptx_is_libdevices_or_an_instruction() -> None:
    assert renamed(map_ptx_maths.run) == [
        *("__nv_sinf", "__nv_sin", "llvm.sqrt.f32", "llvm.minnum.f64", "__nv_exp10f", "__nv_ldexpf"),
        *("mine", "__nv_llrintf"),
    ]
    assert renamed(map_ptx_maths.run, fast=True)[0] == "__nv_fast_sinf"


def test_maths_of_spirv_is_opencls() -> None:
    found = renamed(map_spirv_maths.run)
    assert found[:6] == ["_Z3sinf", "_Z3sind", "_Z4sqrtf", "_Z4fmindd", "_Z5exp10f", "_Z5ldexpfi"]
    assert "llvm.sin.f64" in found and "llvm.exp10.f32" not in found and "mine" in found
    assert renamed(map_spirv_maths.run, fast=True)[:3] == ["_Z10native_sinf", "_Z3sind", "_Z11native_sqrtf"]


def test_maths_of_amdgcn_is_what_the_back_end_has() -> None:
    found = renamed(map_amdgcn_maths.run)
    assert found[:4] == ["sinf", "sin", "llvm.sqrt.f32", "llvm.minnum.f64"]
    assert {"llvm.ldexp.f32.i32", "llvm.exp10.f32", "mine"} <= set(found) and "llvm.sin.f64" not in found


def test_a_library_gives_what_is_called_and_what_that_needs() -> None:
    library = """@table = constant i32 7
define i32 @wanted() #0 {
  %a = call i32 @needed()
  %b = load i32, ptr @table
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @needed() alwaysinline {
  ret i32 1
}
define i32 @other() {
  ret i32 2
}
attributes #0 = { "target-cpu"="x" }
"""
    with ir.Module.parse(library.encode()) as made:
        bitcode = made.bitcode()
    text = "declare i32 @wanted()\ndefine i32 @f() {\n  %r = call i32 @wanted()\n  ret i32 %r\n}\n"
    with ir.Module.parse(text.encode()) as module:
        taken = link_functions(module, bitcode, {"wanted"})
        assert {function.name for function in taken} == {"wanted", "needed"}
        assert all(function.is_local for function in taken)
        shown = str(module)
    assert "@other" not in shown and "target-cpu" not in shown and "@table = internal" in shown
    assert "alwaysinline" in shown


def test_libdevices_questions_are_answered(tmp_path: Path) -> None:
    library = """@question = private constant [11 x i8] c"__CUDA_FTZ\\00"
declare i32 @__nvvm_reflect(ptr)
define float @__nv_sinf(float %x) {
  %ftz = call i32 @__nvvm_reflect(ptr @question)
  %r = sitofp i32 %ftz to float
  ret float %r
}
"""
    with ir.Module.parse(library.encode()) as made:
        (tmp_path / "libdevice.bc").write_bytes(made.bitcode())
    text = "declare float @__nv_sinf(float)\ndefine float @f(float %x) {\n"
    text += "  %r = call float @__nv_sinf(float %x)\n  ret float %r\n}\n"
    for fast, answer in ((True, 1), (False, 0)):
        lowering = lowering_of(text, target="ptx", fast_math=fast)
        lowering.toolchain = replace(lowering.toolchain, libdevice=tmp_path / "libdevice.bc")
        link_libdevice.run(lowering)
        lowering.module.verify()
        shown = str(lowering.module)
        assert f"sitofp i32 {answer} to float" in shown and "reflect" not in shown.split("declare")[0]
    lowering = lowering_of(text, target="ptx")
    link_libdevice.run(lowering)
    assert "needs NVIDIA's libdevice" in lowering.diagnostics[0].message


def test_units_are_linked_by_what_is_taken_of_each(tmp_path: Path) -> None:
    def code(text: str) -> bytes:
        with ir.Module.parse(text.encode()) as module:
            return module.bitcode()

    unit = code("declare i32 @taken()\ndefine i32 @f() {\n  %r = call i32 @taken()\n  ret i32 %r\n}\n")
    part = code(
        "define i32 @taken() {\n  %r = call i32 @f.own()\n  ret i32 %r\n}\n"
        "define i32 @f.own() {\n  ret i32 1\n}\ndefine i32 @f() {\n  ret i32 2\n}\n"
    )
    path = tmp_path / "linked.ll"
    link_modules(LinkPart("a.o", unit, frozenset()), [LinkPart("b.o", part, frozenset(("taken",)))], path)
    with ir.Module.read(path) as module:
        module.verify()
        defined = {function.name: function.is_local for function in module.definitions}
        assert defined == {"f": False, "taken": False, "f.own": True}
    with pytest.raises(HcpyError, match=r"a\.o: cannot read its device code: "):
        link_modules(LinkPart("a.o", b"no code", frozenset()), [], path)
