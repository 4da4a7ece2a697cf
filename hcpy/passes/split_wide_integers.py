"""Makes integers of 128 bits pairs of 64, which SPIR-V has.

Takes a Lowering whose module is optimised; gives one in which such an integer is a vector of two, in memory
as well, where the lower half comes first. Quotients, and conversions from and to floating-point numbers, are
functions of runtime/device/wide.cpp. A module with what is not known here stays as it is, and
spirv_limits names the place. LLVM makes such integers, too: of the upper half of a product that a program
computes from products of 32 bits.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode, Site, Value
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.wide_halves import HALF, WIDE, Halves, Pair, is_wide

_TIDY = "function(instsimplify,dce)"
_DIVISIONS = {Opcode.UDIV: "udiv", Opcode.UREM: "urem", Opcode.SDIV: "sdiv", Opcode.SREM: "srem"}
_REALS = {Opcode.UITOFP: "from_unsigned", Opcode.SITOFP: "from_signed", Opcode.FPTOUI: "unsigned",
          Opcode.FPTOSI: "signed"}  # fmt: skip
_SIGNED = (Opcode.SDIV, Opcode.SREM, Opcode.SITOFP)
_SHIFTS = (Opcode.SHL, Opcode.LSHR, Opcode.ASHR)
_BITWISE = (Opcode.AND, Opcode.OR, Opcode.XOR)
# Done as they are, on pairs.
_ALIKE = frozenset((
    *(Opcode.PHI, Opcode.SELECT, Opcode.LOAD, Opcode.STORE, Opcode.ALLOCA, Opcode.GEP, Opcode.RET),
    *(Opcode.FREEZE, Opcode.EXTRACT_VALUE, Opcode.INSERT_VALUE),
))  # fmt: skip
_CHOICES = {
    "umin": IntPredicate.ULT,
    "umax": IntPredicate.UGT,
    "smin": IntPredicate.SLT,
    "smax": IntPredicate.SGT,
}


def run(lowering: Lowering) -> None:
    module = lowering.module
    search = ir.TypeSearch(lambda type_: type_.is_integer and type_.width > HALF)
    if not search.is_in(module):
        return
    if any(map(_is_wide_switch, (b.terminator for f in module.definitions for b in f.blocks))):
        ir.run_passes(module, "function(lower-switch)")  # comparisons have halves
    found = [instruction for function in module.definitions for instruction in search.find(function)]
    if all(map(_is_known, found)):
        _call_library(module, ir.CallingConvention.SPIR_FUNCTION)
        ir.change_types(module, ir.Change(_split, _number, _REWRITES))
        ir.run_passes(module, _TIDY)


def _is_wide_switch(terminator: ir.Instruction) -> bool:
    return terminator.opcode is Opcode.SWITCH and terminator.operand(0).type.width > HALF


def run_ptx(lowering: Lowering) -> None:
    """NVIDIA's code generator has these integers, but no quotients and no conversions."""
    _call_library(lowering.module, ir.CallingConvention.C)


def _call_library(module: ir.Module, convention: ir.CallingConvention) -> None:
    for function in module.definitions:
        for instruction in list(function.instructions_of(*_DIVISIONS, *_REALS)):
            if _beyond_half(instruction.type) or _beyond_half(instruction.operand(0).type):
                _call(module, instruction, convention)


def _beyond_half(type_: ir.Type) -> bool:
    """128 bits, or fewer that have no width of a device's: those are extended."""
    return type_.is_integer and HALF < type_.width <= WIDE


def _call(module: ir.Module, instruction: ir.Instruction, convention: ir.CallingConvention) -> None:
    pair, opcode = module.types.i64.vector(2), instruction.opcode
    with ir.Builder.before(instruction) as build:
        build.at_location(instruction.debug_location)
        extend = Opcode.SEXT if opcode in _SIGNED else Opcode.ZEXT
        operands = [
            _pair(build, _extended_to_wide(build, v, extend)) if _beyond_half(v.type) else v
            for v in instruction.operands
        ]
        if opcode in _DIVISIONS:
            name, result = _DIVISIONS[opcode], pair
        elif _beyond_half(instruction.type):
            name, result = _REALS[opcode], pair
            operands = [_as_double(build, operands[0])]
        else:
            name, result = _real_form(module, opcode, instruction.type)
        type_ = module.types.function(result, [operand.type for operand in operands])
        library = module.declare(f"__hcrt_wide_{name}", type_, convention)
        made: Value = build.call(library, operands)
        if result == pair:
            made = build.cast(Opcode.BITCAST, made, module.types.integer(WIDE))
            if not is_wide(instruction.type):
                made = build.cast(Opcode.TRUNC, made, instruction.type)
        elif result != instruction.type:
            made = build.cast(Opcode.FPTRUNC, made, instruction.type)
        instruction.replace(made)


def _extended_to_wide(build: ir.Builder, value: Value, extend: Opcode) -> Value:
    return value if is_wide(value.type) else build.cast(extend, value, build.types.integer(WIDE))


def _pair(build: ir.Builder, value: Value) -> Value:
    pair = build.types.i64.vector(2)
    return _number(value, pair) if isinstance(value, ir.Integer) else build.cast(Opcode.BITCAST, value, pair)


def _real_form(module: ir.Module, opcode: Opcode, type_: ir.Type) -> tuple[str, ir.Type]:
    """By way of double for half: what is rounded twice is beyond its range."""
    is_float = type_ == module.types.float
    return f"{_REALS[opcode]}{'f' if is_float else ''}", type_ if is_float else module.types.double


def _as_double(build: ir.Builder, value: Value) -> Value:
    double = build.types.double
    return value if value.type == double else build.cast(Opcode.FPEXT, value, double)


def _split(type_: ir.Type) -> ir.Type:
    return type_.types.i64.vector(2) if is_wide(type_) else type_


def _is_known(instruction: ir.Instruction) -> bool:
    types = [instruction.type, *(operand.type for operand in instruction.operands)]
    if any(t.scalar.is_integer and t.scalar.width > HALF and not is_wide(t) for t in types):
        return False  # other widths, and vectors
    if (
        instruction.opcode in (Opcode.LOAD, Opcode.STORE)
        and instruction.ordering is not ir.Ordering.NOT_ATOMIC
    ):
        return False
    if instruction.opcode is not Opcode.CALL:
        return instruction.opcode in _KNOWN
    found = read_intrinsic(instruction.callee_name)
    return found is None or found.name in _INTRINSICS


def _number(number: Value, type_: ir.Type) -> Value:
    assert isinstance(number, ir.Integer)
    half = type_.element
    return type_.const_aggregate([half.const(number.value), half.const(number.value >> HALF)])


def _halves(site: Site) -> Halves:
    return Halves(site.build, site.module)


def _binary(site: Site) -> Value | None:
    opcode, halves = site.old.opcode, _halves(site)
    if not is_wide(site.old.type):
        return None
    a, b = (halves.parts(site.operand(n)) for n in (0, 1))
    if opcode in _BITWISE:
        return halves.whole(halves.each(opcode, a, b))
    if opcode in _SHIFTS:
        return halves.whole(halves.shift(opcode, a, b[0]))
    if opcode is Opcode.MUL:
        is_signed = all(_has_sign(operand) for operand in site.old.operands)
        return halves.whole(halves.multiply_signed(a[0], b[0]) if is_signed else halves.multiply(a, b))
    return halves.whole(halves.add(a, b) if opcode is Opcode.ADD else halves.subtract(a, b))


def _has_sign(factor: Value) -> bool:
    """Is it a half with its sign?"""
    return isinstance(factor, ir.Instruction) and factor.opcode is Opcode.SEXT


def _compared(site: Site) -> Value | None:
    if not is_wide(site.old.operand(0).type):
        return None
    halves, predicate = _halves(site), site.old.predicate
    assert isinstance(predicate, IntPredicate)
    return halves.compare(predicate, *(halves.parts(site.operand(n)) for n in (0, 1)))


def _extended(site: Site) -> Value | None:
    if not is_wide(site.old.type):
        return None
    halves, low = _halves(site), site.operand(0)
    if low.type != halves.type:
        low = site.build.cast(site.old.opcode, low, halves.type)
    high = halves.sign(low) if site.old.opcode is Opcode.SEXT else halves.number(0)
    return halves.whole((low, high))


def _truncated(site: Site) -> Value | None:
    if not is_wide(site.old.operand(0).type):
        return None
    low = _halves(site).parts(site.operand(0))[0]
    return low if low.type == site.result else site.build.cast(Opcode.TRUNC, low, site.result)


def _reread(site: Site) -> Value | None:
    value = site.operand(0)
    return value if value.type == site.result else site.build.cast(Opcode.BITCAST, value, site.result)


# --- intrinsics ---
def _called(site: Site) -> Value | None:
    found = read_intrinsic(site.old.callee_name)
    if found is None or not any(is_wide(value.type) for value in (site.old, *site.old.arguments)):
        return None
    halves = _halves(site)
    made = _INTRINSICS[found.name](halves, found.name, [site.value(a) for a in site.old.arguments])
    return halves.whole(made)


def _chosen(halves: Halves, name: str, values: list[Value]) -> Pair:
    a, b = (halves.parts(value) for value in values)
    condition = halves.compare(_CHOICES[name], a, b)
    low, high = (halves.build.select(condition, one, other) for one, other in zip(a, b, strict=True))
    return low, high


def _absolute(halves: Halves, name: str, values: list[Value]) -> Pair:
    value = halves.parts(values[0])
    sign = halves.sign(value[1])
    return halves.subtract(halves.each(Opcode.XOR, value, (sign, sign)), (sign, sign))


def funnel(halves: Halves, name: str, values: list[Value]) -> Pair:
    """Of a pair and what comes after it, for rotations, too; as LLVM has it, by the remainder of 128."""
    first, second = (halves.parts(value) for value in values[:2])
    by = halves.op(Opcode.AND, halves.parts(values[2])[0], 2 * HALF - 1)
    rest = halves.op(Opcode.XOR, by, 2 * HALF - 1)  # 127 - by: one shift more is apart
    if name == "fshl":
        spilled = halves.shift(Opcode.LSHR, halves.shift(Opcode.LSHR, second, halves.number(1)), rest)
        return halves.each(Opcode.OR, halves.shift(Opcode.SHL, first, by), spilled)
    spilled = halves.shift(Opcode.SHL, halves.shift(Opcode.SHL, first, halves.number(1)), rest)
    return halves.each(Opcode.OR, halves.shift(Opcode.LSHR, second, by), spilled)


def _ones(halves: Halves, name: str, values: list[Value]) -> Pair:
    low, high = (_count(halves, name, half) for half in halves.parts(values[0]))
    return halves.op(Opcode.ADD, low, high), halves.number(0)


def _zeros(halves: Halves, name: str, values: list[Value]) -> Pair:
    """Leading or trailing ones of the half that is asked first, and of the other where it is 0."""
    low, high = halves.parts(values[0])
    first, second = (high, low) if name == "ctlz" else (low, high)
    is_empty = halves.build.compare(IntPredicate.EQ, first, halves.number(0))
    further = halves.op(Opcode.ADD, _count(halves, name, second), HALF)
    return halves.build.select(is_empty, further, _count(halves, name, first)), halves.number(0)


def _count(halves: Halves, name: str, half: Value) -> Value:
    flags = [] if name == "ctpop" else [halves.build.types.i1.const(0)]  # of 0 it is 64
    return halves.build.call(halves.module.intrinsic(f"llvm.{name}", [half.type]), [half, *flags])


def _swapped(halves: Halves, name: str, values: list[Value]) -> Pair:
    function = halves.module.intrinsic(f"llvm.{name}", [halves.type])
    low, high = (halves.build.call(function, [half]) for half in halves.parts(values[0]))
    return high, low


_INTRINSICS = {
    **dict.fromkeys(_CHOICES, _chosen),
    "abs": _absolute,
    "fshl": funnel,
    "fshr": funnel,
    "ctpop": _ones,
    "ctlz": _zeros,
    "cttz": _zeros,
    "bswap": _swapped,
    "bitreverse": _swapped,
}
_REWRITES = {
    **dict.fromkeys(
        (*(Opcode.ADD, Opcode.SUB, Opcode.MUL), *_SHIFTS, *_BITWISE),
        _binary,
    ),
    Opcode.ICMP: _compared,
    Opcode.ZEXT: _extended,
    Opcode.SEXT: _extended,
    Opcode.TRUNC: _truncated,
    Opcode.BITCAST: _reread,
    Opcode.CALL: _called,
}
_KNOWN = _ALIKE.union(_REWRITES, _DIVISIONS, _REALS)
