"""hcpy/passes/host/atomic_extremes.py on small modules: which atomic operations ask first."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.atomic_extremes import ask_first

TEXT = """
define i32 @f(ptr %at, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = OPERATION ORDER, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %old
}
"""


def text_of(operation: str, order: str = "monotonic") -> str:
    with ir.Module.parse(TEXT.replace("OPERATION", operation).replace("ORDER", order).encode()) as module:
        ask_first(module)
        module.verify()
        return str(module)


@pytest.mark.parametrize(
    ("kind", "leaves"), [("min", "sle"), ("max", "sge"), ("umin", "ule"), ("umax", "uge")]
)
def test_what_a_minimum_would_leave_is_only_loaded(kind: str, leaves: str) -> None:
    text = text_of(f"atomicrmw {kind} ptr %at, i32 %i")
    assert "%hc.seen = load atomic i32, ptr %at monotonic, align 4" in text
    assert f"icmp {leaves} i32 %hc.seen," in text
    assert text.count(f"atomicrmw {kind}") == 1
    assert "ret i32 %hc.before" in text


@pytest.mark.parametrize("order", ["acquire", "release", "acq_rel", "seq_cst"])
def test_what_orders_others_stays(order: str) -> None:
    assert "hc.seen" not in text_of("atomicrmw min ptr %at, i32 %i", order)


@pytest.mark.parametrize("operation", ["atomicrmw add ptr", "atomicrmw or ptr", "atomicrmw volatile min ptr"])
def test_others_stay_as_they_are(operation: str) -> None:
    assert "hc.seen" not in text_of(f"{operation} %at, i32 %i")
