"""Sequences of numbers, each of which is computed from the one before it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from hcpy import ir
from hcpy.passes import keep_chains
from hcpy.passes.lowering import Lowering

CODE = """declare void @use(i32)
define i32 @f(i32 %x) {
  %p = mul i32 %x, 5
  %a = add i32 %p, 7
  MORE
  %q = mul i32 %a, 5
  %b = add i32 %q, -7
  ret i32 %b
}
"""
IS_USED = "call void @use(i32 %a)"


def kept(text: str) -> str:
    module = ir.Module.parse(text.encode())
    keep_chains.run(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    return str(module)


def test_the_second_number_is_made_of_the_first() -> None:
    shown = kept(CODE.replace("MORE", IS_USED))
    assert 'asm "mad.lo.s32 $0, $1, 5, -7;", "=r,r"(i32 %a)' in shown
    assert "%p = mul i32 %x, 5" in shown and "mul i32 %a" not in shown


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (IS_USED, ""),  # nobody needs the first one
        ("%a = add i32 %p, 7", "%a = add i32 %p, %x"),
        ("%q = mul i32 %a, 5", "%q = mul i32 %a, %x"),
        ("%b = add i32 %q, -7", "%b = add i32 %q, %x"),
        ("%b = add i32 %q, -7", "%b = add i32 %q, -7\n call void @use(i32 %q)"),
    ],
)
def test_other_products_stay(old: str, new: str) -> None:
    assert "asm" not in kept(CODE.replace("MORE", IS_USED).replace(old, new))
