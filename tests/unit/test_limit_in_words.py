"""Limits of 8 and 16 bits are taken of 32 on PTX: hcpy/passes/limit_in_words.py."""

from __future__ import annotations

import re

import pytest
from pass_support import after

from hcpy.passes import limit_in_words


def rewritten(body: str, arguments: str) -> str:
    text = f"define void @f({arguments}) {{\n{body}\n  ret void\n}}\n"
    return after(limit_in_words.run, text, target="ptx")


def narrow_limits(text: str) -> list[str]:
    return re.findall(
        r"call .*@llvm\.(?:vector\.reduce\.)?[su](?:max|min|add\.sat|sub\.sat)\.(?:v\d+)?i(?:8|16)\b", text
    )


@pytest.mark.parametrize("bits", ["i8", "i16", "<2 x i16>"])
@pytest.mark.parametrize(
    ("name", "extension"),
    [
        ("smax", "sext"),
        ("smin", "sext"),
        ("umax", "zext"),
        ("umin", "zext"),
        ("usub.sat", "zext"),
        ("uadd.sat", "zext"),
        ("sadd.sat", "sext"),
        ("ssub.sat", "sext"),
    ],
)
def test_limits_and_saturated_sums(name: str, extension: str, bits: str) -> None:
    suffix = "v2i16" if bits.startswith("<") else bits
    shown = rewritten(
        f"  %s = call {bits} @llvm.{name}.{suffix}({bits} %a, {bits} %b)\n  store {bits} %s, ptr %p",
        f"{bits} %a, {bits} %b, ptr %p",
    )
    assert not narrow_limits(shown)
    assert (
        shown.count(f"{extension} {bits} %") == 2
        and f"trunc {bits.replace('16', '32').replace('i8', 'i32')}" in shown
    )


@pytest.mark.parametrize(("predicate", "extension"), [("sgt", "sext"), ("ule", "zext")])
def test_choices_by_a_comparison(predicate: str, extension: str) -> None:
    shown = rewritten(
        f"  %c = icmp {predicate} i16 %a, 7\n  %s = select i1 %c, i16 %a, i16 7\n  store i16 %s, ptr %p",
        "i16 %a, ptr %p",
    )
    assert f"{extension} i16 %a to i32" in shown and re.search(r"select i1 %\w+, i32 %\w+, i32 7", shown)


def test_other_choices_and_wider_limits_stay() -> None:
    body = """  %c = icmp sgt i16 %a, %b
  %s = select i1 %c, i16 %x, i16 %b
  %e = icmp eq i16 %a, 7
  %t = select i1 %e, i16 %a, i16 %b
  %w = call i32 @llvm.smax.i32(i32 %y, i32 7)
  store i16 %s, ptr %p
  store i16 %t, ptr %p
  store i32 %w, ptr %p"""
    shown = rewritten(body, "i16 %a, i16 %b, i16 %x, i32 %y, ptr %p")
    assert "sext" not in shown and "zext" not in shown
