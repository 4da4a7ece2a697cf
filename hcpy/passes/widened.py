"""Values of odd integer widths in wider ones: names, constants, signs, for widen_integers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Generator

from hcpy.passes.ir_lines import Function, Module

Lines = list[str]
Steps = Generator[str, None, str]
_TYPE = r"(?<![\w%@.$\"-])i(\d+)"
_TYPED = re.compile(
    _TYPE + r"(?![\w.\"-])((?: (?:noundef|zeroext|signext|inreg|returned))*)( -\d+(?![\w.]))?"
)

_SHARED = re.compile(r"i(\d+) \[ ")  # a phi's values have one type
_INCOMING = re.compile(r"\[ (-\d+),")


def is_odd(bits: int) -> bool:
    """Not one of a device's widths; wider ones than 64 bits are errors elsewhere."""
    return 1 < bits < 64 and bits not in (8, 16, 32)


def container(bits: int) -> int:
    return next(width for width in (1, 8, 16, 32, 64, bits) if width >= bits)


class _Odd:
    """As a pattern: a type of an odd width."""

    def search(self, text: str) -> bool:
        return "i" in text and any(is_odd(int(bits)) for bits in re.findall(_TYPE + r"(?![\w.\"-])", text))


ODD = _Odd()


def unsigned(constant: str, bits: int) -> str:
    return str(int(constant) & ((1 << bits) - 1))


def widen_types(text: str) -> str:
    """All odd types of a line, and the constants after them."""

    def widen(match: re.Match[str]) -> str:
        bits = int(match.group(1))
        if not is_odd(bits):
            return match.group(0)
        constant = f" {unsigned(match.group(3), bits)}" if match.group(3) else ""
        return f"i{container(bits)}{match.group(2)}{constant}"

    shared = _SHARED.match(text)
    text = _TYPED.sub(widen, text)
    if shared is not None and is_odd(bits := int(shared.group(1))):
        text = _INCOMING.sub(lambda m: f"[ {unsigned(m.group(1), bits)},", text)
    return text


class Widener:
    """Makes the new lines of one function."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._numbers = itertools.count()

    def name(self) -> str:
        return f"%hcpy.wide.{next(self._numbers)}"

    def declare(self, name: str, signature: str) -> None:
        """`signature` is the declaration, but for the word."""
        if name not in self._module.functions:
            self._module.add(Function(name, f"declare {signature}"))

    @staticmethod
    def value(text: str, bits: int) -> str:
        """A constant as the number that its bits are; anything else as it is."""
        return unsigned(text, bits) if re.fullmatch(r"-\d+", text) else "0" if text == "undef" else text

    def signed(self, text: str, bits: int) -> Steps:
        """With the sign in the bits above."""
        if re.fullmatch(r"-?\d+", text):
            number = int(text) & ((1 << bits) - 1)
            return str(number - (1 << bits) if number >> (bits - 1) else number)
        wide, above = container(bits), container(bits) - bits
        moved, back = self.name(), self.name()
        yield f"{moved} = shl i{wide} {text}, {above}"
        yield f"{back} = ashr i{wide} {moved}, {above}"
        return back

    def masked(self, result: str, bits: int, step: str) -> Generator[str, None, None]:
        """The step's result with the bits above cleared."""
        whole = self.name()
        yield f"{whole} = {step}"
        yield f"{result} = and i{container(bits)} {whole}, {(1 << bits) - 1}"
