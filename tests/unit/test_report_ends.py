"""What ends a program fails the launch where devices have no trap."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import report_ends

_TEXT = """declare spir_func void @abort() #0
declare void @llvm.trap() #0
define spir_kernel void @kernel(ptr addrspace(1) %p, i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  %x = call spir_func i32 @never(i32 3) #0
  unreachable
good:
  ret void
}
define internal spir_func i32 @never(i32 %x) #0 {
  %c = icmp eq i32 %x, 3
  br i1 %c, label %ends, label %breaks
ends:
  call spir_func void @abort() #0
  unreachable
breaks:
  call void @llvm.trap()
  unreachable
}
attributes #0 = { noreturn nounwind }
"""


def test_calls_that_end_a_program_write_records_and_return() -> None:
    shown = after(report_ends.run, _TEXT, ("kernel",))
    assert shown.count("call spir_func i32 @__hcrt_print(") == 2
    assert "hcrt_launch_print_ring" in shown and "a kernel asked for its end" in shown
    assert (
        "unreachable" not in shown
        and "call void @llvm.trap" not in shown
        and "@abort()" not in shown.split("define", 1)[1]
    )
    assert shown.count("ret i32 0") == 2 and shown.count("ret void") == 2


def test_a_function_that_calls_one_may_return() -> None:
    shown = after(report_ends.run, _TEXT, ("kernel",))
    assert (
        "noreturn"
        not in shown.split("define spir_kernel", 1)[1].split("declare", 1)[0].split("attributes", 1)[0]
    )
    call = next(line for line in shown.splitlines() if "@never(i32 3)" in line)
    number = call.rsplit("#", 1)[-1] if "#" in call else ""
    assert not number or "noreturn" not in shown.split(f"attributes #{number} =", 1)[1].splitlines()[0]


def test_what_is_never_reached_stays() -> None:
    text = """define spir_kernel void @kernel(i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  unreachable
good:
  ret void
}
"""
    assert after(report_ends.run, text, ("kernel",)).count("unreachable") == 1


def test_an_invoke_goes_on_where_it_did() -> None:
    text = """declare void @_ZSt21__glibcxx_assert_failPKciS0_S0_() #0
declare void @__gxx()
define spir_kernel void @kernel(i1 %c) personality ptr @__gxx {
  br i1 %c, label %bad, label %good
bad:
  invoke spir_func void @_ZSt21__glibcxx_assert_failPKciS0_S0_() #0 to label %never unwind label %lost
never:
  unreachable
good:
  ret void
lost:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
attributes #0 = { noreturn }
"""
    shown = after(report_ends.run, text, ("kernel",))
    assert "invoke spir_func i32 @__hcrt_print(" in shown and "unreachable" not in shown
