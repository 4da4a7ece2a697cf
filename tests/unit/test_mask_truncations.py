"""Numbers that are cut and widened with zeros, which LLVM's back end for SPIR-V does not cut."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import mask_truncations

_TEXT = """define TO @f(FROM %x) {
  %cut = trunc FROM %x to CUT
  %wide = OP CUT %cut to TO
  ret TO %wide
}
"""


def _after(source: str, cut: str, to: str, operation: str = "zext") -> str:
    text = _TEXT.replace("FROM", source).replace("CUT", cut).replace("TO", to).replace("OP", operation)
    return after(mask_truncations.run, text)


@pytest.mark.parametrize(
    ("source", "cut", "to", "mask"),
    [
        ("i64", "i16", "i32", "65535"),
        ("i32", "i8", "i16", "255"),
        ("i64", "i1", "i8", "1"),
        ("<2 x i64>", "<2 x i16>", "<2 x i32>", "splat (i32 65535)"),
    ],
)
def test_what_is_widened_less_than_it_was_cut_is_a_mask(source: str, cut: str, to: str, mask: str) -> None:
    text = _after(source, cut, to)
    assert f"%1 = trunc {source} %x to {to}\n  %2 = and {to} %1, {mask}\n  ret {to} %2" in text


@pytest.mark.parametrize(
    ("source", "cut", "to", "operation"),
    [("i32", "i8", "i64", "zext"), ("i64", "i16", "i64", "zext"), ("i64", "i16", "i32", "sext")],
)
def test_others_stay(source: str, cut: str, to: str, operation: str) -> None:
    assert f"%wide = {operation} {cut} %cut to {to}" in _after(source, cut, to, operation)
