"""The host target's reader of IR text."""

from __future__ import annotations

from hcpy.passes.host_ir import make_instruction


def test_fast_math_flags_of_a_phi_are_no_part_of_its_type() -> None:
    phi = make_instruction("%p", "phi contract nnan float [ %x, %b ], [ 0.000000e+00, %c ]", None, {})
    assert phi.type == "float"
    assert phi.incoming == (("%x", "%b"), ("0.000000e+00", "%c"))
    assert phi.uses == ("%x",)
    assert phi.text == "phi float [ %x, %b ], [ 0.000000e+00, %c ]"
