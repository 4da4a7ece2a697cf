"""Passes over instructions: addresses, indices, ids, maths functions and intrinsics, linked libraries."""

from __future__ import annotations

import ctypes
import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest
from pass_support import HOST, after, execution, lowering_of

from hcpy import ir
from hcpy.core.errors import HcpyError
from hcpy.passes import (
    call_remainders,
    choose_loaded,
    choose_offsets,
    halve_products,
    keep_indices,
    keep_scalar,
    link_libdevice,
    make_reducible,
    map_amdgcn_maths,
    map_ptx_maths,
    map_spirv_maths,
    recompute_ids,
    sign_extend_indices,
    split_pair_copies,
    split_pair_maths,
    sum_indices,
)
from hcpy.passes.link_library import link_functions
from hcpy.passes.link_modules import LinkPart, link_modules

CHOSEN = """define i64 @f(i64 %i, i64 %j, i64 %k, i8 %value) {
entry:
  %array = alloca [8 x i8]
  store i64 578437695752307201, ptr %array
  %a = getelementptr i8, ptr %array, i64 %i
  %b = getelementptr i8, ptr %a, i64 1
  %first = icmp ult i64 %i, %j
  %p = select i1 %first, ptr %a, ptr %array
  br label %loop
loop:
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  %n = phi i64 [ 0, %entry ], [ %more, %loop ]
  %old = load i8, ptr %at
  %sum = add i8 %old, %value
  store i8 %sum, ptr %at
  %step = getelementptr i8, ptr %at, i64 1
  %back = icmp eq i64 %n, %k
  %next = select i1 %back, ptr %b, ptr %step
  %more = add i64 %n, 1
  %done = icmp eq i64 %n, 2
  br i1 %done, label %out, label %loop
out:
  %all = load i64, ptr %array
  ret i64 %all
}
"""


def test_chosen_addresses_become_chosen_offsets() -> None:
    shown = after(choose_offsets.run, HOST + CHOSEN)
    assert "phi ptr" not in shown and "select i1 %first, ptr" not in shown
    inputs = [
        (*place, value) for place in itertools.product(range(4), range(4), range(4)) for value in (1, 90)
    ]
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * 3, ctypes.c_uint8)
    results = []
    for text in (HOST + CHOSEN, shown):
        with execution(text) as engine:
            function = kind(engine.get_function_address("f"))
            results.append([function(*given) for given in inputs])
    assert results[0] == results[1]


def test_addresses_of_two_arrays_are_left_alone() -> None:
    text = """define i8 @f(i1 %c) {
  %a = alloca [4 x i8]
  %b = alloca [4 x i8]
  %p = select i1 %c, ptr %a, ptr %b
  %r = load i8, ptr %p
  ret i8 %r
}
"""
    assert "select i1 %c, ptr %a, ptr %b" in after(choose_offsets.run, HOST + text)


INDEXED = """define ptx_kernel void @kernel(ptr %p, i32 %a, i32 %b) {
entry:
  %sum = add nsw i32 %a, %b
  %more = add nsw i32 %a, 5
  %x = sext i32 %sum to i64
  %y = sext i32 %more to i64
  %q = getelementptr i32, ptr %p, i64 %x
  %r = getelementptr i32, ptr %p, i64 %y
  store i32 1, ptr %q
  store i32 2, ptr %r
  br label %END
out:
  ret void
}
"""


def test_sums_of_indices_are_kept_apart_in_straight_code() -> None:
    shown = after(keep_indices.run, INDEXED.replace("%END", "%out"), ("kernel",))
    assert "%hcpy.kept = freeze i32 %sum" in shown and "sext i32 %hcpy.kept to i64" in shown
    assert "sext i32 %more to i64" in shown


def test_a_kernel_with_loops_keeps_its_indices() -> None:
    text = INDEXED.replace("br label %END", "br label %again\nagain:\n  br i1 true, label %again, label %out")
    assert "freeze" not in after(keep_indices.run, text, ("kernel",))


def test_products_with_a_lower_half_of_zero_are_made_of_32_bits() -> None:
    text = """define i64 @f(i64 %x, i64 %y) {
  %high = shl i64 %y, 40
  %a = mul i64 %x, 227598906949632
  %b = mul i64 %high, %x
  %c = mul i64 %y, 227598906949633
  %ab = xor i64 %a, %b
  %abc = xor i64 %ab, %c
  ret i64 %abc
}
"""
    shown = after(halve_products.run, text, target="ptx")
    assert shown.count("mul i64") == 1 and shown.count("mul i32") == 2
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)
    pairs = list(itertools.product((0, 1, 77, 0xFFFFFFFF, 1 << 33, (1 << 64) - 3), repeat=2))
    for code in (text, shown):
        with execution(code) as engine:
            function = kind(engine.get_function_address("f"))
            for x, y in pairs:
                expected = (x * 227598906949632) ^ ((y << 40) * x) ^ (y * 227598906949633)
                assert function(x, y) == expected % (1 << 64)


ROWS = """define void @f(ptr %p, ptr %pitches, i32 %x, i32 %y) {
  %pitch = load i32, ptr %pitches
  %wide = sext i32 %pitch to i64
  %before = add nsw i32 %y, -1
  %y64 = zext nneg i32 %before to i64
  %row = mul nsw i64 %wide, %y64
  %x64 = zext nneg i32 %x to i64
  %begin = getelementptr TYPE, ptr %p, i64 %row
  SPLIT
  %at = getelementptr TYPE, ptr %begin, i64 %x64
  store TYPE zeroinitializer, ptr %at
  %other = zext i32 %x to i64
  store i64 %other, ptr %p
  ret void
}
"""


def test_indices_that_are_not_negative_are_signed_again() -> None:
    text = ROWS.replace("TYPE", "float").replace("SPLIT", "")
    shown = after(sign_extend_indices.run, text, target="ptx")
    assert "sext i32 %before to i64" in shown and "sext i32 %x to i64" in shown
    assert "zext i32 %x to i64" in shown and "nneg" not in shown  # what is no index stays
    assert "freeze i32 %pitch" in shown


@pytest.mark.parametrize(
    ("element", "split", "is_joined"),
    [("float", "", True), ("i8", "", False), ("float", "br label %next\nnext:", False)],
)
def test_a_row_and_a_column_are_summed_in_one_block(element: str, split: str, is_joined: bool) -> None:
    text = ROWS.replace("TYPE", element).replace("SPLIT", split)
    shown = after(sum_indices.run, text, target="ptx")
    assert ("add i64 %row, %x64" in shown) == is_joined
    assert ("ptr %begin, i64" in shown) != is_joined


def test_a_row_with_several_columns_keeps_its_address() -> None:
    more = "%more = getelementptr TYPE, ptr %begin, i64 %y64\n  store TYPE zeroinitializer, ptr %more"
    text = ROWS.replace("SPLIT", more).replace("TYPE", "float")
    assert "add i64" not in after(sum_indices.run, text, target="ptx")


@pytest.mark.parametrize(("base", "is_loaded"), [("%p", True), ("%q", False)])
def test_of_two_members_both_are_loaded(base: str, is_loaded: bool) -> None:
    text = f"""define ptx_kernel void @kernel(ptr byval([64 x i8]) %p, ptr %q, i1 %c) {{
  %which = select i1 %c, i64 24, i64 28
  %at = getelementptr inbounds nuw i8, ptr {base}, i64 %which
  %x = load i32, ptr %at, align 4
  store i32 %x, ptr %q
  ret void
}}
"""
    shown = after(choose_loaded.run, text, ("kernel",), target="ptx")
    assert shown.count("load i32") == 1 + is_loaded
    assert bool(re.search(r"select i1 %c, i32 %\S+, i32 %\S+", shown)) == is_loaded


def test_pairs_of_words_are_copied_as_words() -> None:
    text = """declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i1 true)
  ret void
}
"""
    shown = after(split_pair_copies.run, text, target="ptx")
    assert shown.count("call void") == 3 and shown.count("load i32") == 2 and shown.count("store i32") == 2


def test_ids_are_read_again_behind_a_loop() -> None:
    text = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr readonly %p, ptr %q) {
entry:
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = shl i32 %id, 1
  %n = load i32, ptr %p
  %m = load i32, ptr %q
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %i, 1
  %done = icmp eq i32 %more, 9
  br i1 %done, label %out, label %loop
out:
  %sum = add i32 %twice, %n
  %all = add i32 %sum, %m
  store i32 %all, ptr %q
  ret void
}
"""
    shown = after(recompute_ids.run, text, ("kernel",))
    end = shown[shown.index("\nout:") :]
    assert 'call i32 asm sideeffect "mov.u32 $0, %tid.x;", "=r"()' in end and "shl i32" in end
    assert "%m" in end and "load i32" not in end  # what was stored to may be another value now


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


def test_loops_with_two_entries_have_one() -> None:
    text = (
        HOST
        + """define i64 @f(i64 %x, i64 %y, i64 %z, i8 %value) {
entry:
  %c = icmp ult i64 %x, %y
  br i1 %c, label %a, label %b
a:
  %n = phi i64 [ %x, %entry ], [ %less, %b ]
  %more = add i64 %n, 3
  %done = icmp ugt i64 %more, 40
  br i1 %done, label %out, label %b
b:
  %m = phi i64 [ %z, %entry ], [ %more, %a ]
  %less = sub i64 %m, 1
  br label %a
out:
  ret i64 %more
}
"""
    )
    shown = after(make_reducible.run, text)
    with ir.Module.parse(shown.encode()) as module:
        (function,) = module.definitions
        assert not make_reducible.is_irreducible(function)
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * 3, ctypes.c_uint8)
    results = []
    for code in (text, shown):
        with execution(code) as engine:
            f = kind(engine.get_function_address("f"))
            results.append([f(x, y, z, 0) for x, y, z in itertools.product(range(3), range(3), (1, 50))])
    assert results[0] == results[1]


@pytest.mark.parametrize(("used_behind", "kept"), [(True, True), (False, False)])
def test_conditions_that_pass_barriers_keep_a_kernel_scalar(used_behind: bool, kept: bool) -> None:
    barrier = "  call spir_func void @_Z7barrierj(i32 1)\n"
    first, second = ("", barrier) if used_behind else (barrier, "")
    text = f"""declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @kernel(ptr %p) {{
{barrier}{first}  %x = load i32, ptr %p
  %c = icmp eq i32 %x, 7
{second}  %y = select i1 %c, i32 1, i32 2
  store i32 %y, ptr %p
  ret void
}}
"""
    assert ("!vec_type_hint" in after(keep_scalar.run, text, ("kernel",))) == kept


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
