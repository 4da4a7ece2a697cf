"""What LLVM's intrinsics compute of integers of 128 bits, over operations that split_wide_integers knows.

Takes the types of a call; gives a function's lines, as intrinsic_bodies does.
"""

from __future__ import annotations

from hcpy.passes.intrinsic_bodies import BODIES, Body, Lines, Needed, Types, pair

_BITS, _HALF = 128, 64
_LEAST, _GREATEST = -(1 << (_BITS - 1)), (1 << (_BITS - 1)) - 1
_T = f"i{_BITS}"


def _lost(operation: str) -> str:
    """Without signs: the sum is less than what was added, or less was there than is taken."""
    return f"%lost = icmp ult {_T} {'%narrow, %0' if operation == 'add' else '%0, %1'}"


def _unsigned_overflow(operation: str) -> Body:
    """Of a sum or a difference."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        lines = [f"%narrow = {operation} {_T} %0, %1", _lost(operation)]
        return [*lines, *pair(types, "%narrow", "%lost")], {}

    return body


def _product(a: str, b: str) -> Lines:
    """%narrow, %over: the product of two numbers without signs, and whether it has more bits, by halves."""
    return [
        f"%narrow = mul {_T} {a}, {b}",
        f"%a.high = lshr {_T} {a}, {_HALF}",
        f"%b.high = lshr {_T} {b}, {_HALF}",
        f"%a.low = and {_T} {a}, {(1 << _HALF) - 1}",
        f"%b.low = and {_T} {b}, {(1 << _HALF) - 1}",
        f"%a.large = icmp ne {_T} %a.high, 0",
        f"%b.large = icmp ne {_T} %b.high, 0",
        "%above = and i1 %a.large, %b.large",
        # At most one of these is not 0, where not both upper halves are.
        f"%one = mul {_T} %a.high, %b.low",
        f"%other = mul {_T} %a.low, %b.high",
        f"%middle = add {_T} %one, %other",
        f"%upper = lshr {_T} %middle, {_HALF}",
        f"%beyond = icmp ne {_T} %upper, 0",
        f"%moved = shl {_T} %middle, {_HALF}",
        f"%carry = icmp ult {_T} %narrow, %moved",
        "%most = or i1 %above, %beyond",
        "%over = or i1 %most, %carry",
    ]


def _unsigned_product(types: Types, convention: str) -> tuple[Lines, Needed]:
    return [*_product("%0", "%1"), *pair(types, "%narrow", "%over")], {}


def _signed_product(types: Types, convention: str) -> tuple[Lines, Needed]:
    """Of the sizes, whose product is at most the greatest number, or one more where it is negative."""
    lines = []
    for name in ("0", "1"):
        lines += [
            f"%sign.{name} = ashr {_T} %{name}, {_BITS - 1}",
            f"%turned.{name} = xor {_T} %{name}, %sign.{name}",
            f"%size.{name} = sub {_T} %turned.{name}, %sign.{name}",
        ]
    lines += [
        *_product("%size.0", "%size.1"),
        f"%sign = xor {_T} %sign.0, %sign.1",
        f"%limit = sub {_T} {_GREATEST}, %sign",
        f"%far = icmp ugt {_T} %narrow, %limit",
        "%lost = or i1 %over, %far",
        f"%flipped = xor {_T} %narrow, %sign",
        f"%product = sub {_T} %flipped, %sign",
    ]
    return [*lines, *pair(types, "%product", "%lost")], {}


def _saturating(operation: str, signed: bool) -> Body:
    """A sum or a difference, or the number next to it that there is."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        lines = [f"%narrow = {operation} {_T} %0, %1"]
        if signed:
            lines += [
                f"%from.a = xor {_T} %0, %narrow",
                f"%from.b = xor {_T} {'%1, %narrow' if operation == 'add' else '%0, %1'}",
                f"%signs = and {_T} %from.a, %from.b",
                f"%lost = icmp slt {_T} %signs, 0",
                f"%is.negative = icmp slt {_T} %0, 0",
                f"%limit = select i1 %is.negative, {_T} {_LEAST}, {_T} {_GREATEST}",
            ]
            limit = "%limit"
        else:
            lines.append(_lost(operation))
            limit = "-1" if operation == "add" else "0"
        return [*lines, f"%r = select i1 %lost, {_T} {limit}, {_T} %narrow", f"ret {_T} %r"], {}

    return body


def _order(sign: str) -> Body:
    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t = types.result
        lines = [
            f"%less = icmp {sign}lt {_T} %0, %1",
            f"%more = icmp {sign}gt {_T} %0, %1",
            f"%above = select i1 %more, {t} 1, {t} 0",
            f"%r = select i1 %less, {t} -1, {t} %above",
            f"ret {t} %r",
        ]
        return lines, {}

    return body


WIDE_BODIES: dict[str, Body] = {
    **{name: BODIES[name] for name in ("fptosi.sat", "fptoui.sat", "sshl.sat", "ushl.sat")},
    **{name: BODIES[name] for name in ("sadd.with.overflow", "ssub.with.overflow")},
    "sadd.sat": _saturating("add", signed=True),
    "scmp": _order("s"),
    "smul.with.overflow": _signed_product,
    "ssub.sat": _saturating("sub", signed=True),
    "uadd.sat": _saturating("add", signed=False),
    "uadd.with.overflow": _unsigned_overflow("add"),
    "ucmp": _order("u"),
    "umul.with.overflow": _unsigned_product,
    "usub.sat": _saturating("sub", signed=False),
    "usub.with.overflow": _unsigned_overflow("sub"),
}
