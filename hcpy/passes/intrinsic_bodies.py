"""What LLVM's intrinsics compute, as IR over simpler ones.

Takes the types of a call and the calling convention of library functions; gives a function's lines, in which
the parameters are %0, %1, ..., and declarations of what it calls.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy.core.dataclass import dataclass

Lines = list[str]
Needed = dict[str, str]  # name -> declaration


@dataclass(frozen=True)
class Types:
    """Of the result and of the parameters, as LLVM writes them."""

    result: str
    parameters: tuple[str, ...]

    @property
    def first(self) -> str:
        return self.parameters[0]


Body = Callable[[Types, str], tuple[Lines, Needed]]
SUFFIXES = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


def _intrinsic(name: str, type_: str) -> tuple[str, Needed]:
    """A unary one of a type, to call."""
    full = f"llvm.{name}.{SUFFIXES.get(type_, type_)}"
    return f"call {type_} @{full}", {full: f"{type_} @{full}({type_})"}


def _library(name: str, type_: str, convention: str, *more: str) -> tuple[str, Needed]:
    """A function of the C library, whose other parameters have the types `more`."""
    full = name if type_ == "double" else name + "f"
    parameters = ", ".join((type_, *more))
    return f"call {convention}{type_} @{full}", {full: f"{convention}{type_} @{full}({parameters})"}


def pair(types: Types, first: str, second: str) -> Lines:
    one, two = types.result.strip("{} ").split(", ")
    return [
        f"%pair = insertvalue {types.result} poison, {one} {first}, 0",
        f"%both = insertvalue {types.result} %pair, {two} {second}, 1",
        f"ret {types.result} %both",
    ]


def canonicalize(types: Types, convention: str) -> tuple[Lines, Needed]:
    t = types.result
    return [f"%r = fmul {t} %0, 1.0", f"ret {t} %r"], {}


def exp10(types: Types, convention: str) -> tuple[Lines, Needed]:
    call, needed = _library("exp10", types.result, convention)
    return [f"%r = {call}({types.result} %0)", f"ret {types.result} %r"], needed


def ldexp(types: Types, convention: str) -> tuple[Lines, Needed]:
    """The exponent as an int: beyond its range every one gives the same."""
    t, power = types.parameters
    lines, exponent = [], "%1"
    if power != "i32":
        if int(power[1:]) > 32:
            lines = [
                f"%low = icmp slt {power} %1, -9999",
                f"%above = select i1 %low, {power} -9999, {power} %1",
                f"%high = icmp sgt {power} %above, 9999",
                f"%within = select i1 %high, {power} 9999, {power} %above",
                f"%power = trunc {power} %within to i32",
            ]
        else:
            lines = [f"%power = sext {power} %1 to i32"]
        exponent = "%power"
    call, needed = _library("ldexp", t, convention, "i32")
    return [*lines, f"%r = {call}({t} %0, i32 {exponent})", f"ret {t} %r"], needed


def _rounded(name: str) -> Body:
    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t = types.first
        call, needed = _intrinsic(name, t)
        lines = [f"%x = {call}({t} %0)", f"%r = fptosi {t} %x to {types.result}", f"ret {types.result} %r"]
        return lines, needed

    return body


def _extreme(least: bool, takes_nan: bool) -> Body:
    """IEEE 754's: of zeros of both signs -0 is the less; a NaN is the result, or the other operand is."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t, word = types.result, f"i{_BITS[types.result]}"
        lines = [
            f"%a.bits = bitcast {t} %0 to {word}",
            f"%b.bits = bitcast {t} %1 to {word}",
            f"%bits = {'or' if least else 'and'} {word} %a.bits, %b.bits",
            f"%same = bitcast {word} %bits to {t}",  # of equal operands, which differ in a zero's sign only
            f"%first = fcmp {'olt' if least else 'ogt'} {t} %0, %1",
            f"%second = fcmp {'olt' if least else 'ogt'} {t} %1, %0",
            f"%one = select i1 %second, {t} %1, {t} %same",
            f"%ordered = select i1 %first, {t} %0, {t} %one",
            f"%a.nan = fcmp uno {t} %0, %0",
            f"%b.nan = fcmp uno {t} %1, %1",
        ]
        if takes_nan:
            lines += [
                f"%sum = fadd {t} %0, %1",
                "%nan = or i1 %a.nan, %b.nan",
                f"%r = select i1 %nan, {t} %sum, {t} %ordered",
            ]
        else:
            lines += [
                f"%b.known = select i1 %b.nan, {t} %0, {t} %ordered",
                f"%r = select i1 %a.nan, {t} %1, {t} %b.known",
            ]
        return [*lines, f"ret {t} %r"], {}

    return body


def modf(types: Types, convention: str) -> tuple[Lines, Needed]:
    """Of an infinity the fraction is 0; it has x's sign."""
    t = types.first
    trunc, needed = _intrinsic("trunc", t)
    fabs, more = _intrinsic("fabs", t)
    copysign = f"llvm.copysign.{SUFFIXES[t]}"
    infinity = {"half": "0xH7C00", "bfloat": "0xR7F80"}.get(t, "0x7FF0000000000000")
    lines = [
        f"%whole = {trunc}({t} %0)",
        f"%size = {fabs}({t} %0)",
        f"%infinite = fcmp oeq {t} %size, {infinity}",
        f"%difference = fsub {t} %0, %whole",
        f"%fraction = select i1 %infinite, {t} 0.0, {t} %difference",
        f"%signed = call {t} @{copysign}({t} %fraction, {t} %0)",
    ]
    return [*lines, *pair(types, "%signed", "%whole")], {
        **needed,
        **more,
        copysign: f"{t} @{copysign}({t}, {t})",
    }


_MANTISSA = {"half": 10, "bfloat": 7, "float": 23, "double": 52}


def frexp(types: Types, convention: str) -> tuple[Lines, Needed]:
    """By bits. A subnormal number is multiplied first; of what is no number the exponent is 0."""
    t, word, mantissa = types.first, f"i{_BITS[types.first]}", _MANTISSA[types.first]
    exponents = (1 << (_BITS[t] - 1 - mantissa)) - 1
    half = exponents >> 1  # the exponent field of 0.5, plus 1
    power = int(types.result.strip("{} ").split(", i")[1])
    field, least, up = exponents << mantissa, 1 << mantissa, mantissa + 2
    keep = (1 << _BITS[t]) - 1 - field
    factor = f"bitcast ({word} {(half + up) << mantissa} to {t})"  # 2 to the power of `up`
    lines = [
        f"%bits = bitcast {t} %0 to {word}",
        f"%size = and {word} %bits, {(1 << (_BITS[t] - 1)) - 1}",
        f"%small = icmp ult {word} %size, {least}",
        f"%scaled = fmul {t} %0, {factor}",
        f"%x = select i1 %small, {t} %scaled, {t} %0",
        f"%x.bits = bitcast {t} %x to {word}",
        f"%high = and {word} %x.bits, {field}",
        f"%number = lshr {word} %high, {mantissa}",
        f"%taken = select i1 %small, {word} {half - 1 + up}, {word} {half - 1}",
        f"%exponent.bits = sub {word} %number, %taken",
        f"%low = and {word} %x.bits, {keep}",
        f"%part.bits = or {word} %low, {(half - 1) << mantissa}",
        f"%part = bitcast {word} %part.bits to {t}",
        f"%zero = icmp eq {word} %size, 0",
        f"%none = icmp uge {word} %size, {field}",
        "%special = or i1 %zero, %none",
        f"%fraction = select i1 %special, {t} %0, {t} %part",
    ]
    exponent = "%exponent.bits"
    if _BITS[t] != power:
        change = "trunc" if _BITS[t] > power else "sext"
        lines.append(f"%exponent.power = {change} {word} %exponent.bits to i{power}")
        exponent = "%exponent.power"
    lines.append(f"%exponent = select i1 %special, i{power} 0, i{power} {exponent}")
    return [*lines, *pair(types, "%fraction", "%exponent")], {}


def _sine_and_cosine(sine: str, cosine: str) -> Body:
    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t, wide = types.first, "double" if types.first == "double" else "float"
        first, needed = _library(sine, wide, convention)
        second, more = _library(cosine, wide, convention)
        lines, x = [], "%0"
        if t != wide:
            lines, x = [f"%x = fpext {t} %0 to float"], "%x"
        lines += [f"%sin.x = {first}({wide} {x})", f"%cos.x = {second}({wide} {x})"]
        if t == wide:
            return [*lines, *pair(types, "%sin.x", "%cos.x")], {**needed, **more}
        lines += [f"%sin = fptrunc float %sin.x to {t}", f"%cos = fptrunc float %cos.x to {t}"]
        return [*lines, *pair(types, "%sin", "%cos")], {**needed, **more}

    return body


def _signed_overflow(operation: str) -> Body:
    """Of a sum or a difference, by signs."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t = types.first
        lines = [
            f"%narrow = {operation} {t} %0, %1",
            f"%from.a = xor {t} %0, %narrow",
            f"%from.b = xor {t} {'%1, %narrow' if operation == 'add' else '%0, %1'}",
            f"%signs = and {t} %from.a, %from.b",
            f"%lost = icmp slt {t} %signs, 0",
        ]
        return [*lines, *pair(types, "%narrow", "%lost")], {}

    return body


def _product_overflow(signed: bool) -> Body:
    """In the double width; of 64 bits with OpenCL's mul_hi."""
    extend, high = ("sext", "_Z6mul_hill") if signed else ("zext", "_Z6mul_himm")

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t = types.first
        if t == "i64":
            lines = [
                "%narrow = mul i64 %0, %1",
                f"%high = call {convention}i64 @{high}(i64 %0, i64 %1)",
                f"%fill = {'ashr i64 %narrow, 63' if signed else 'and i64 0, 0'}",
                "%lost = icmp ne i64 %high, %fill",
            ]
            needed = {high: f"{convention}i64 @{high}(i64, i64)"}
        else:
            lines = [
                f"%a = {extend} {t} %0 to i64",
                f"%b = {extend} {t} %1 to i64",
                "%wide = mul i64 %a, %b",
                f"%narrow = trunc i64 %wide to {t}",
                f"%again = {extend} {t} %narrow to i64",
                "%lost = icmp ne i64 %again, %wide",
            ]
            needed = {}
        return [*lines, *pair(types, "%narrow", "%lost")], needed

    return body


def _saturating_shift(signed: bool) -> Body:
    """Bits that are lost make the greatest number, or the least."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t = types.first
        lines = [
            f"%shifted = shl {t} %0, %1",
            f"%back = {'ashr' if signed else 'lshr'} {t} %shifted, %1",
            f"%kept = icmp eq {t} %back, %0",
        ]
        limit = "-1"
        if signed:
            least = 1 << (int(t[1:]) - 1)
            lines += [
                f"%negative = icmp slt {t} %0, 0",
                f"%limit = select i1 %negative, {t} {-least}, {t} {least - 1}",
            ]
            limit = "%limit"
        return [*lines, f"%r = select i1 %kept, {t} %shifted, {t} {limit}", f"ret {t} %r"], {}

    return body


def _saturated_conversion(signed: bool) -> Body:
    """To the nearest integer that there is; NaN becomes 0."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t, word = types.first, types.result
        bits = int(word[1:]) - signed
        least, most = (-(1 << bits), (1 << bits) - 1) if signed else (0, (1 << bits) - 1)
        lines = [
            f"%low = fcmp ole {t} %0, {_power(t, bits, -1) if signed else '0.0'}",
            f"%high = fcmp oge {t} %0, {_power(t, bits, 1)}",
            f"%nan = fcmp uno {t} %0, %0",
            "%beyond = or i1 %low, %high",
            "%none = or i1 %beyond, %nan",
            f"%x = select i1 %none, {t} 0.0, {t} %0",
            f"%r = {'fptosi' if signed else 'fptoui'} {t} %x to {word}",
            f"%above = select i1 %high, {word} {most}, {word} %r",
            f"%within = select i1 %low, {word} {least}, {word} %above",
            f"ret {word} %within",
        ]
        return lines, {}

    return body


def _funnel(left: bool) -> Body:
    """Two values side by side, shifted; by one bit alone first, since none shifts by its whole width."""

    def body(types: Types, convention: str) -> tuple[Lines, Needed]:
        t = types.result
        mask = int(t[1:]) - 1
        given, other = ("%0", "%1") if left else ("%1", "%0")
        towards, against = ("shl", "lshr") if left else ("lshr", "shl")
        lines = [
            f"%by = and {t} %2, {mask}",
            f"%rest = xor {t} %by, {mask}",
            f"%one = {towards} {t} {given}, %by",
            f"%next = {against} {t} {other}, 1",
            f"%two = {against} {t} %next, %rest",
            f"%r = or {t} %one, %two",
            f"ret {t} %r",
        ]
        return lines, {}

    return body


def _power(type_: str, exponent: int, sign: int) -> str:
    """2 to a power with a sign, or an infinity."""
    if type_ in ("half", "bfloat"):
        mantissa, bias = _MANTISSA[type_], (1 << (14 - _MANTISSA[type_])) - 1
        field = min(exponent + bias, 2 * bias + 1) << mantissa | (0x8000 if sign < 0 else 0)
        return f"0x{'H' if type_ == 'half' else 'R'}{field:04X}"
    return f"0x{exponent + 1023 << 52 | (1 << 63 if sign < 0 else 0):016X}"


BODIES: dict[str, Body] = {
    "canonicalize": canonicalize,
    "exp10": exp10,
    "fptosi.sat": _saturated_conversion(signed=True),
    "fptoui.sat": _saturated_conversion(signed=False),
    "frexp": frexp,
    "ldexp": ldexp,
    "fshl": _funnel(left=True),
    "fshr": _funnel(left=False),
    "llrint": _rounded("rint"),
    "llround": _rounded("round"),
    "lrint": _rounded("rint"),
    "lround": _rounded("round"),
    "maximum": _extreme(least=False, takes_nan=True),
    "maximumnum": _extreme(least=False, takes_nan=False),
    "minimum": _extreme(least=True, takes_nan=True),
    "minimumnum": _extreme(least=True, takes_nan=False),
    "modf": modf,
    "sadd.with.overflow": _signed_overflow("add"),
    "sincos": _sine_and_cosine("sin", "cos"),
    "sincospi": _sine_and_cosine("sinpi", "cospi"),
    "smul.with.overflow": _product_overflow(signed=True),
    "sshl.sat": _saturating_shift(signed=True),
    "ssub.with.overflow": _signed_overflow("sub"),
    "umul.with.overflow": _product_overflow(signed=False),
    "ushl.sat": _saturating_shift(signed=False),
}
