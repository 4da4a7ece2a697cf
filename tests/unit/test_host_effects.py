"""hcpy/passes/host/effects.py: what may run where it would not have."""

from __future__ import annotations

from hcpy.ir import Opcode
from hcpy.passes.host.code import Block, Op
from hcpy.passes.host.effects import is_safe_division, may_run_anywhere


def test_a_branch_that_a_cut_has_made_may_not_run_anywhere() -> None:
    made = Op(None, Opcode.BR, 1, Block("end"))
    assert not may_run_anywhere(made) and not is_safe_division(made)
