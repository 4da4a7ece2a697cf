"""Makes integers of odd widths (i3, i24, i48, i100, ...) ones of 8, 16, 32, 64 or 128 bits.

Takes a Lowering whose module is optimised. LLVM 22's SPIR-V back end widens them itself, without regard to
the bits above: comparisons, shifts to the right, conversions and stores of three bytes come out wrong.
Here the bits above are 0 in every value; an instruction that reads them as signs makes them first, and one
that could set them clears them.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import SIGNED_ORDERS, Opcode, Site, Value
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.widen_intrinsics import INTRINSICS
from hcpy.passes.widen_memory import load, packed, store, unpacked
from hcpy.passes.widened import Widener, container, is_odd, odd_width

_SIGNED = (Opcode.ASHR, Opcode.SDIV, Opcode.SREM)
_DIRTY = (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, *_SIGNED)  # they may set the bits above


def run(lowering: Lowering) -> None:
    module = lowering.module
    if not ir.TypeSearch(lambda type_: bool(odd_width(type_))).is_in(module):
        return
    for variable in module.variables:
        if _has_vector(variable.value_type):
            raise ir.IrError(f"'{variable.name}' has vectors whose lanes no device can address")
    ir.change_types(module, ir.Change(_contained, _number, _REWRITES, ir.Type.null))


def _has_vector(type_: ir.Type) -> bool:
    """A vector of odd widths, whose lanes lie side by side in memory, and would no more."""
    if type_.is_vector:
        return bool(odd_width(type_))
    if type_.is_struct:
        return any(map(_has_vector, type_.elements))
    return type_.is_array and _has_vector(type_.element)


def _contained(type_: ir.Type) -> ir.Type:
    if not type_.is_integer or not is_odd(type_.width):
        return type_
    return type_.types.integer(container(type_.width))


def _number(number: Value, type_: ir.Type) -> Value:
    assert isinstance(number, ir.Integer)
    return type_.const(number.value)


def _binary(site: Site) -> Value | None:
    widener, opcode, bits = Widener(site), site.old.opcode, odd_width(site.old.type)
    if not bits:
        return None
    a, b = site.operand(0), site.operand(1)
    if opcode in _SIGNED:
        a = widener.signed(a, bits)
        b = b if opcode is Opcode.ASHR else widener.signed(b, bits)
    made = site.build.binary(opcode, a, b)
    return widener.masked(made, bits) if opcode in _DIRTY else made


def _compared(site: Site) -> Value | None:
    bits, predicate = odd_width(site.old.operand(0).type), site.old.predicate
    if not bits or predicate not in SIGNED_ORDERS:
        return None
    widener = Widener(site)
    a, b = (widener.signed(site.operand(n), bits) for n in (0, 1))
    return site.build.compare(predicate, a, b)


def _converted(site: Site) -> Value:
    widener, opcode, value, to = Widener(site), site.old.opcode, site.operand(0), site.result
    from_bits, to_bits = odd_width(site.old.operand(0).type), odd_width(site.old.type)
    if from_bits and opcode in (Opcode.SEXT, Opcode.SITOFP):
        value = widener.signed(value, from_bits)
    made = value if value.type == to else site.build.cast(opcode, value, to)
    return widener.masked(made, to_bits) if to_bits and opcode is not Opcode.ZEXT else made


def _reread(site: Site) -> Value | None:
    """A bitcast: the same bits as another type."""
    old = site.old
    if not odd_width(old.type) and not odd_width(old.operand(0).type):
        return None
    number = packed(site, site.operand(0), old.operand(0).type)
    return unpacked(site, number, old.type)


def _frozen(site: Site) -> Value:
    """Of what is undefined, any bits are."""
    return _cleared(Widener(site), site.build.freeze(site.operand(0)), site.old.type)


def _cleared(widener: Widener, value: Value, old: ir.Type) -> Value:
    if bits := odd_width(old):
        return widener.masked(value, bits)
    if not old.is_aggregate:
        return value
    for index in range(old.count):
        part = widener.build.extract_value(value, index)
        value = widener.build.insert_value(value, _cleared(widener, part, old.at(index)), index)
    return value


def _address(site: Site) -> Value:
    """Indices are signed."""
    old, widener = site.old, Widener(site)
    if _has_vector(old.source_type):
        raise site.error("vectors whose lanes no device can address")
    indices = []
    for operand in old.operands[1:]:
        index, bits = site.value(operand), odd_width(operand.type)
        indices.append(widener.signed(index, bits) if bits else index)
    return site.build.address(site.type(old.source_type), site.operand(0), indices, no_wrap=old.no_wrap)


def _called(site: Site) -> Value | None:
    old = site.old
    found = read_intrinsic(old.callee_name)
    if found is None or found.name not in INTRINSICS:
        return None
    widths = (odd_width(value.type) for value in (*old.arguments[:1], old))
    return INTRINSICS[found.name](Widener(site), found.name, next((w for w in widths if w), 0))


_REWRITES = {
    **dict.fromkeys(ir.BINARY, _binary),
    **dict.fromkeys(
        (
            *(Opcode.ZEXT, Opcode.SEXT, Opcode.TRUNC, Opcode.PTRTOINT, Opcode.PTRTOADDR),
            *(Opcode.SITOFP, Opcode.UITOFP, Opcode.FPTOSI, Opcode.FPTOUI),
        ),
        _converted,
    ),
    Opcode.BITCAST: _reread,
    Opcode.CALL: _called,
    Opcode.FREEZE: _frozen,
    Opcode.GEP: _address,
    Opcode.ICMP: _compared,
    Opcode.LOAD: load,
    Opcode.STORE: store,
}
