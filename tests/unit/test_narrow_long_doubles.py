"""narrow_long_doubles: the library's long doubles are doubles, and no memory changes."""

from __future__ import annotations

from pass_support import HOST, lowering_of

from hcpy import ir
from hcpy.passes import narrow_long_doubles

COMPUTES = """declare x86_fp80 @logl(x86_fp80)
declare x86_fp80 @llvm.floor.f80(x86_fp80)
define double @f(double %x, i32 %n) {
  %local = alloca x86_fp80, align 16
  %wide = fpext double %x to x86_fp80
  store x86_fp80 %wide, ptr %local
  %again = load x86_fp80, ptr %local
  %sum = fadd x86_fp80 %again, 0xK3FFF8000000000000000
  %log = call x86_fp80 @logl(x86_fp80 %sum)
  %whole = call x86_fp80 @llvm.floor.f80(x86_fp80 %log)
  %count = uitofp i32 %n to x86_fp80
  %product = fmul x86_fp80 %whole, %count
  %short = fptrunc x86_fp80 %product to double
  ret double %short
}
"""


def narrowed(text: str, in_library: bool) -> str:
    lowering = lowering_of(HOST + text, ())
    lowering.has_library_long_double = in_library
    narrow_long_doubles.run(lowering)
    lowering.module.verify()
    return str(lowering.module)


def test_values_and_functions_of_c_are_doubles() -> None:
    shown = narrowed(COMPUTES, True)
    assert "x86_fp80" not in shown and "logl" not in shown
    assert "alloca double" in shown and "call double @log(double" in shown
    assert "call double @llvm.floor.f64(double" in shown and "fadd double %again, 1.000000e+00" in shown


def test_a_module_that_the_check_has_not_named_stays() -> None:
    assert narrowed(COMPUTES, False).count("x86_fp80") > 9


def test_members_arrays_and_variables_are_memory() -> None:
    def is_memory(text: str) -> bool:
        with ir.Module.parse((HOST + text).encode()) as module:
            return narrow_long_doubles.is_in_memory(module)

    body = "define void @f(ptr %p) {\n  %n = getelementptr KIND, ptr %p, i64 1\n  ret void\n}\n"
    assert is_memory(body.replace("KIND", "{ i8, x86_fp80 }"))
    assert is_memory(body.replace("KIND", "[2 x x86_fp80]"))
    assert is_memory("@v = global x86_fp80 0xK00000000000000000000\n")
    assert not is_memory(COMPUTES)
