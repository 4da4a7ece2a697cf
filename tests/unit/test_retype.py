"""ir.change_types: double becomes i64 all over a module that only moves values, and all else stays."""

from __future__ import annotations

import pytest
from pass_support import HOST

from hcpy import ir

TEXT = f"""{HOST}%S = type <{{ i8, double, [2 x double] }}>
%Outer = type {{ %S, ptr }}
$shared = comdat any
@v = linkonce_odr hidden unnamed_addr constant %S
  <{{ i8 1, double 1.5, [2 x double] [double -0.0, double undef] }}>,
  section "own", comdat($shared), align 32
@t = internal thread_local externally_initialized global [2 x double] zeroinitializer
@outer = global %Outer {{ %S zeroinitializer, ptr getelementptr (%S, ptr @v, i64 0, i32 2, i64 1) }}
@table = constant [2 x ptr] [ptr @moved, ptr @v]
@also = alias double (double, ptr), ptr @moved
declare void @__gxx()
declare double @outside(double returned, ...)

define weak_odr hidden spir_func noundef double @moved(double noundef %x, ptr byval(%S) align 8 %p) #0
  personality ptr @__gxx {{
entry:
  %local = alloca %Outer, i32 3, align 16
  br label %loop
late:
  %again = select i1 %c, double %next, double %x
  store volatile double %again, ptr %p, align 4
  %old = atomicrmw xchg ptr %p, double %again syncscope("agent") acq_rel, align 8
  %loaded = load atomic double, ptr %p seq_cst, align 8
  %place = getelementptr inbounds %Outer, ptr %local, i64 1, i32 0, i32 2
  %part = insertvalue {{ i32, [1 x double] }} {{ i32 3, [1 x double] [double 2.0] }}, double %old, 1, 0
  %taken = extractvalue {{ i32, [1 x double] }} %part, 1, 0
  %lanes = insertelement <2 x double> <double 4.0, double poison>, double %taken, i32 1
  %turned = shufflevector <2 x double> %lanes, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %lane = extractelement <2 x double> %turned, i32 0
  %kept = freeze double %lane
  ret double %kept
loop:
  %next = phi double [ %x, %entry ], [ %result, %done ]
  %result = invoke spir_func noundef double @moved(double noundef %next, ptr byval(%S) align 8 %p)
    to label %done unwind label %lost
done:
  %called = call double (double, ...) @outside(double returned %result, i32 4), !note !0
  %c = icmp eq ptr %local, %p
  br i1 %c, label %late, label %loop
lost:
  %pad = landingpad {{ ptr, i32 }} cleanup
  resume {{ ptr, i32 }} %pad
}}
attributes #0 = {{ nounwind "kept"="1" }}
!0 = !{{!"text"}}
"""


def changed(text: str) -> str:
    module = ir.Module.parse(text.encode())
    i64 = module.types.i64

    def number(value: ir.Value, type_: ir.Type) -> ir.Value:
        with ir.Builder(module.context) as build:
            return build.cast(ir.Opcode.BITCAST, value, type_)

    is_double = {ir.TypeKind.DOUBLE}
    ir.change_types(module, ir.Change(lambda t: i64 if t.kind in is_double else t, number))
    module.verify()
    return str(module)


@pytest.fixture(scope="module")
def shown() -> str:
    return changed(TEXT)


def test_nothing_of_the_type_is_left(shown: str) -> None:
    lines = [line for line in shown.splitlines() if "double" in line]
    assert [line.split(" ")[0] for line in lines] == ["@also"]  # its type says nothing to anybody


def test_variables_keep_what_they_are(shown: str) -> None:
    (v,) = (line for line in shown.splitlines() if line.startswith("@v"))
    assert v.startswith("@v = linkonce_odr hidden unnamed_addr constant %S")
    assert v.endswith(', section "own", comdat($shared), align 32')
    assert "i64 4609434218613702656, [2 x i64] [i64 -9223372036854775808, i64 undef]" in v
    assert "@t = internal thread_local externally_initialized global [2 x i64] zeroinitializer" in shown
    assert "type <{ i8, i64, [2 x i64] }>" in shown and "ptr @v, i64 0, i32 2, i64 1) }" in shown


def test_functions_keep_what_they_are(shown: str) -> None:
    (head,) = (line for line in shown.splitlines() if line.startswith("define"))
    assert head.startswith("define weak_odr hidden spir_func noundef i64 @moved(i64 noundef %x, ptr byval(%S")
    assert "align 8 %p) #" in head and "personality ptr @__gxx" in head
    assert "declare i64 @outside(i64 returned, ...)" in shown and '"kept"="1"' in shown
    assert (
        "[ptr @moved, ptr @v]" in shown and "invoke spir_func noundef i64 @moved(i64 noundef %next" in shown
    )


@pytest.mark.parametrize(
    "line",
    [
        "store volatile i64 %again, ptr %p, align 4",
        '%old = atomicrmw xchg ptr %p, i64 %again syncscope("agent") acq_rel, align 8',
        "%loaded = load atomic i64, ptr %p seq_cst, align 8",
        "%next = phi i64 [ %x, %entry ], [ %result, %done ]",
        "%again = select i1 %c, i64 %next, i64 %x",
        "%called = call i64 (i64, ...) @outside(i64 returned %result, i32 4), !note",
        "%turned = shufflevector <2 x i64> %lanes, <2 x i64> poison, <2 x i32> <i32 1, i32 poison>",
        "%kept = freeze i64 %lane",
    ],
)
def test_instructions_keep_what_they_are(shown: str, line: str) -> None:
    assert line in shown


def test_arithmetic_that_has_no_rewrite_is_refused_with_its_place() -> None:
    text = "define i1 @f(double %x, ptr %p) {\n  %v = va_arg ptr %p, double\n  ret i1 0\n}\n"
    with pytest.raises(ir.IrError, match=r"an instruction that cannot have another type: %v = va_arg"):
        changed(text)
    text = "declare double @llvm.sqrt.f64(double)\ndefine double @f(double %x) {\n"
    text += "  %r = call double @llvm.sqrt.f64(double %x)\n  ret double %r\n}\n"
    with pytest.raises(ir.IrError, match=r"a call that cannot have other types: %r = call double @llvm.sqrt"):
        changed(text)
