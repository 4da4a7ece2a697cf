"""Intrinsics of odd integer widths, by those of the wider ones.

Takes what a call is given, with the bits above 0; gives the lines that compute its result. No line: it can't
be done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hcpy.passes.widened import Widener, container, is_odd

Intrinsic = Callable[[Widener, str, str, list[str]], Iterator[str]]


def _bits(name: str) -> int:
    """The odd width in an intrinsic's name: its last, after the result's."""
    widths = [int(p[1:]) for p in name.split(".") if re.fullmatch(r"i\d+", p)]
    return next(w for w in reversed(widths) if is_odd(w))


def _values(widener: Widener, arguments: list[str], bits: int) -> list[str]:
    return [widener.value(a.split()[-1], bits) for a in arguments]


def _call(widener: Widener, base: str, bits: int, *operands: str, flag: str = "") -> str:
    wide = f"i{container(bits)}"
    name = f"llvm.{base}.{wide}"
    types = ", ".join([wide] * len(operands) + (["i1 immarg"] if flag else []))
    widener.declare(name, f"{wide} @{name}({types})")
    given = ", ".join([*(f"{wide} {x}" for x in operands), *([f"i1 {flag}"] if flag else [])])
    return f"call {wide} @{name}({given})"


def _plain(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    yield f"{result} = {_call(widener, name.split('.')[1], bits, *_values(widener, arguments, bits))}"


def _usub_sat(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    yield f"{result} = {_call(widener, 'usub.sat', bits, *_values(widener, arguments, bits))}"


def _ctlz(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    x, flag = _values(widener, arguments, bits)
    count = widener.name()
    yield f"{count} = {_call(widener, 'ctlz', bits, x, flag=flag)}"
    yield f"{result} = sub i{container(bits)} {count}, {container(bits) - bits}"


def _cttz(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    x, _ = _values(widener, arguments, bits)
    bounded = widener.name()
    yield f"{bounded} = or i{container(bits)} {x}, {1 << bits}"
    yield f"{result} = {_call(widener, 'cttz', bits, bounded, flag='true')}"


def _from_the_top(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    whole = widener.name()
    yield f"{whole} = {_call(widener, name.split('.')[1], bits, *_values(widener, arguments, bits))}"
    yield f"{result} = lshr i{container(bits)} {whole}, {container(bits) - bits}"


def _signed(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits, base = _bits(name), name.split(".")[1]
    operands = []
    for value in _values(widener, arguments, bits)[: 1 if base == "abs" else 2]:
        operands.append((yield from widener.signed(value, bits)))
    step = _call(widener, base, bits, *operands, flag="false" if base == "abs" else "")
    yield from widener.masked(result, bits, step)


def _uadd_sat(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    a, b = _values(widener, arguments, bits)
    total = widener.name()
    yield f"{total} = add i{container(bits)} {a}, {b}"
    yield f"{result} = {_call(widener, 'umin', bits, total, str((1 << bits) - 1))}"


def _clamped(widener: Widener, result: str, bits: int, value: str) -> Iterator[str]:
    """A signed number, as the nearest one that the width holds."""
    least, greatest = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    low = widener.name()
    yield f"{low} = {_call(widener, 'smin', bits, value, str(greatest))}"
    yield from widener.masked(result, bits, _call(widener, "smax", bits, low, str(least)))


def _signed_sat(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    first, second = _values(widener, arguments, bits)
    a = yield from widener.signed(first, bits)
    b = yield from widener.signed(second, bits)
    total = widener.name()
    yield f"{total} = {'add' if '.sadd.' in name else 'sub'} i{container(bits)} {a}, {b}"
    yield from _clamped(widener, result, bits, total)


def _funnel(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    bits = _bits(name)
    wide = f"i{container(bits)}"
    a, b, shift = _values(widener, arguments, bits)
    amount, other, high, low = (widener.name() for _ in range(4))
    left = ".fshl." in name
    yield f"{amount} = urem {wide} {shift}, {bits}"
    yield f"{other} = sub {wide} {bits}, {amount}"
    yield f"{high} = shl {wide} {a}, {amount if left else other}"
    yield f"{low} = lshr {wide} {b}, {other if left else amount}"
    yield from widener.masked(result, bits, f"or {wide} {high}, {low}")


def _compared(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    given = int(name.split(".")[2][1:])
    bits = int(name.split(".")[3][1:])
    operands = _values(widener, arguments, bits)
    if ".scmp." in name and is_odd(bits):
        for n, value in enumerate(operands):
            operands[n] = yield from widener.signed(value, bits)
    to, wide = f"i{container(given)}", f"i{container(bits)}"
    new = f"llvm.{name.split('.')[1]}.{to}.{wide}"
    widener.declare(new, f"{to} @{new}({wide}, {wide})")
    step = f"call {to} @{new}({wide} {operands[0]}, {wide} {operands[1]})"
    if is_odd(given):
        yield from widener.masked(result, given, step)
    else:
        yield f"{result} = {step}"


def _overflow(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    """In a width that holds each result; a product of more than 32 bits has none."""
    bits = _bits(name)
    signed, operation = name.split(".")[1][0] == "s", name.split(".")[1][1:]
    if operation == "mul" and bits > 32:
        return
    wide, work = f"i{container(bits)}", "i64" if operation == "mul" else f"i{container(bits)}"
    operands = []
    for value in _values(widener, arguments, bits):
        operand = (yield from widener.signed(value, bits)) if signed else value
        if work != wide:
            extended = widener.name()
            yield f"{extended} = {'sext' if signed else 'zext'} {wide} {operand} to {work}"
            operand = extended
        operands.append(operand)
    whole, narrow, above, lost, pair = (widener.name() for _ in range(5))
    yield f"{whole} = {operation} {work} {operands[0]}, {operands[1]}"
    yield f"{narrow} = and {work} {whole}, {(1 << bits) - 1}"
    size = int(work[1:]) - bits
    if signed:
        moved = widener.name()
        yield f"{moved} = shl {work} {narrow}, {size}"
        yield f"{above} = ashr {work} {moved}, {size}"
    else:
        yield f"{above} = or {work} {narrow}, 0"
    yield f"{lost} = icmp ne {work} {above}, {whole}"
    if work != wide:
        cut = widener.name()
        yield f"{cut} = trunc {work} {narrow} to {wide}"
        narrow = cut
    yield f"{pair} = insertvalue {{ {wide}, i1 }} poison, {wide} {narrow}, 0"
    yield f"{result} = insertvalue {{ {wide}, i1 }} {pair}, i1 {lost}, 1"


def _saturated(widener: Widener, result: str, name: str, arguments: list[str]) -> Iterator[str]:
    _, base, _, to, suffix = name.split(".")
    bits = int(to[1:])
    wide = f"i{container(bits)}"
    new = f"llvm.{base}.sat.{wide}.{suffix}"
    widener.declare(new, f"{wide} @{new}({arguments[0].split()[0]})")
    value = widener.name()
    yield f"{value} = call {wide} @{new}({arguments[0]})"
    if base == "fptosi":
        yield from _clamped(widener, result, bits, value)
    else:
        yield f"{result} = {_call(widener, 'umin', bits, value, str((1 << bits) - 1))}"


INTRINSICS: dict[str, Intrinsic] = {
    "abs": _signed,
    "bitreverse": _from_the_top,
    "bswap": _from_the_top,
    "ctlz": _ctlz,
    "ctpop": _plain,
    "cttz": _cttz,
    "fptosi.sat": _saturated,
    "fptoui.sat": _saturated,
    "fshl": _funnel,
    "fshr": _funnel,
    "sadd.sat": _signed_sat,
    "sadd.with.overflow": _overflow,
    "scmp": _compared,
    "smax": _signed,
    "smin": _signed,
    "smul.with.overflow": _overflow,
    "ssub.sat": _signed_sat,
    "ssub.with.overflow": _overflow,
    "uadd.sat": _uadd_sat,
    "uadd.with.overflow": _overflow,
    "ucmp": _compared,
    "umax": _plain,
    "umin": _plain,
    "umul.with.overflow": _overflow,
    "usub.sat": _usub_sat,
    "usub.with.overflow": _overflow,
}
