"""Intrinsics of odd integer widths, by those of the wider ones.

Takes a Widener at a call, whose arguments have 0 in the bits above, and the odd width; gives the result.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import Opcode, Value
from hcpy.passes.widened import Widener, constant, odd_width

Intrinsic = Callable[[Widener, str, int], Value]


def _flag(widener: Widener) -> bool:
    """What a call's last argument says of a case that is poison."""
    last = widener.site.old.arguments[-1]
    return isinstance(last, ir.Integer) and bool(last.value)


def _plain(widener: Widener, name: str, bits: int) -> Value:
    return widener.call(name, widener.values())


def _ctlz(widener: Widener, name: str, bits: int) -> Value:
    x = widener.values()[0]
    count = widener.call(name, [x], flag=_flag(widener))
    return widener.binary(Opcode.SUB, count, x.type.scalar.width - bits)


def _cttz(widener: Widener, name: str, bits: int) -> Value:
    bounded = widener.binary(Opcode.OR, widener.values()[0], 1 << bits)
    return widener.call(name, [bounded], flag=True)


def _from_the_top(widener: Widener, name: str, bits: int) -> Value:
    whole = widener.call(name, widener.values())
    return widener.binary(Opcode.LSHR, whole, whole.type.scalar.width - bits)


def _absolute(widener: Widener, name: str, bits: int) -> Value:
    x = widener.signed(widener.values()[0], bits)
    return widener.masked(widener.call(name, [x], flag=False), bits)


def _signed(widener: Widener, name: str, bits: int) -> Value:
    operands = [widener.signed(value, bits) for value in widener.values()]
    return widener.masked(widener.call(name, operands), bits)


def _reduced(widener: Widener, name: str, bits: int) -> Value:
    """Over the lanes of a vector."""
    lanes = widener.values()[0]
    if name.rsplit(".", 1)[-1] in ("smin", "smax"):
        lanes = widener.signed(lanes, bits)
    return widener.masked(widener.call(name, [lanes]), bits)


def _uadd_sat(widener: Widener, name: str, bits: int) -> Value:
    a, b = widener.values()
    total = widener.build.add(a, b)
    return widener.call("umin", [total, constant(total.type, (1 << bits) - 1)])


def _clamped(widener: Widener, bits: int, value: Value) -> Value:
    """A signed number, as the nearest one that the width holds."""
    least, greatest = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    low = widener.call("smin", [value, constant(value.type, greatest)])
    return widener.masked(widener.call("smax", [low, constant(value.type, least)]), bits)


def _signed_sat(widener: Widener, name: str, bits: int) -> Value:
    a, b = (widener.signed(value, bits) for value in widener.values())
    opcode = Opcode.ADD if name.startswith("sadd") else Opcode.SUB
    return _clamped(widener, bits, widener.build.binary(opcode, a, b))


def _funnel(widener: Widener, name: str, bits: int) -> Value:
    build = widener.build
    a, b, shift = widener.values()
    amount = widener.binary(Opcode.UREM, shift, bits)
    other = build.sub(constant(amount.type, bits), amount)
    left, right = (amount, other) if name == "fshl" else (other, amount)
    high = build.binary(Opcode.SHL, a, left)
    low = build.binary(Opcode.LSHR, b, right)
    return widener.masked(build.binary(Opcode.OR, high, low), bits)


def _compared(widener: Widener, name: str, bits: int) -> Value:
    """Both the operands and the result may have an odd width."""
    old, operands = widener.site.old, widener.values()
    compared = odd_width(old.operand(0).type)
    if name == "scmp" and compared:
        operands = [widener.signed(value, compared) for value in operands]
    made = widener.call(name, operands, [widener.site.result, operands[0].type])
    given = odd_width(old.type)
    return widener.masked(made, given) if given else made


def _overflow(widener: Widener, name: str, bits: int) -> Value:
    """In a width that holds each result, or else with what the wider product says of itself."""
    build, types, result = widener.build, widener.build.types, widener.site.result
    is_signed, opcode = name[0] == "s", Opcode[name[1:].split(".")[0].upper()]
    operands = [widener.signed(v, bits) if is_signed else v for v in widener.values()]
    lost: Value | None = None
    if opcode is Opcode.MUL and bits <= 64:
        work = operands[0].type.with_scalar(types.i64)
        extend = Opcode.SEXT if is_signed else Opcode.ZEXT
        operands = [v if v.type == work else build.cast(extend, v, work) for v in operands]
    if opcode is Opcode.MUL and bits > 32:
        pair = widener.call(name, operands)
        whole, lost = build.extract_value(pair, 0), build.extract_value(pair, 1)
    else:
        whole = build.binary(opcode, operands[0], operands[1])
    narrow = widener.masked(whole, bits)
    seen = widener.signed(narrow, bits) if is_signed else narrow
    differs = build.compare(ir.IntPredicate.NE, seen, whole)
    lost = differs if lost is None else build.binary(Opcode.OR, differs, lost)
    given = result.elements[0]
    if narrow.type != given:
        narrow = build.trunc(narrow, given)
    return build.insert_value(build.insert_value(result.poison(), narrow, 0), lost, 1)


def _saturated(widener: Widener, name: str, bits: int) -> Value:
    value = widener.values()[0]
    made = widener.call(name, [value], [widener.site.result, value.type])
    if name == "fptosi.sat":
        return _clamped(widener, bits, made)
    return widener.call("umin", [made, constant(made.type, (1 << bits) - 1)])


_REDUCTIONS = "add and mul or smax smin umax umin xor".split()

INTRINSICS: dict[str, Intrinsic] = {
    "abs": _absolute,
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
    "usub.sat": _plain,
    "usub.with.overflow": _overflow,
    **{f"vector.reduce.{operation}": _reduced for operation in _REDUCTIONS},
}
