"""Makes an instruction again over operands that have other types now.

Takes a Site of hcpy.ir.retype; gives the new instruction, with the flags, attributes and attachments of the
old one that make sense still.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy.ir.capi import C
from hcpy.ir.enums import BINARY, CASTS, Opcode, Ordering
from hcpy.ir.functions import Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.retype import Site
from hcpy.ir.values import Value

_OF_THE_OLD_TYPE = ("range", "fpmath", "nofpclass")  # attachments that say something of a value


def rebuild(site: Site) -> Value:
    """IrError where there is no such instruction over the new types."""
    old = site.old
    maker = _MAKERS.get(old.opcode)
    if maker is None:
        raise site.error("an instruction that cannot have another type")
    made = maker(site)
    if isinstance(made, Instruction) and made.opcode is old.opcode:
        if made.can_be_fast:
            made.fast_math = old.fast_math
        made.copy_metadata(old)
        if made.type != old.type:
            for kind in _OF_THE_OLD_TYPE:
                made.set_metadata(kind, None)
    return made


# --- arithmetic --------------------------------------------------------------------------------------
def _binary(site: Site) -> Value:
    return site.build.binary(site.old.opcode, site.operand(0), site.operand(1))


def _negated(site: Site) -> Value:
    return site.build.negate_float(site.operand(0))


def _cast(site: Site) -> Value:
    value = site.operand(0)
    return value if value.type == site.result else site.build.cast(site.old.opcode, value, site.result)


def _compared(site: Site) -> Value:
    return site.build.compare(site.old.predicate, site.operand(0), site.operand(1))


def _selected(site: Site) -> Value:
    return site.build.select(site.operand(0), site.operand(1), site.operand(2))


def _frozen(site: Site) -> Value:
    return site.build.freeze(site.operand(0))


# --- aggregates and vectors --------------------------------------------------------------------------
def _extracted_value(site: Site) -> Value:
    value = site.operand(0)
    for number in _numbers(site):
        value = site.build.extract_value(value, number)
    return value


def _numbers(site: Site) -> list[int]:
    """Those of the members that lead into an aggregate."""
    made, at = [], site.old.operand(0).type
    for index in site.old.indices:
        made.append(site.number(at, index) if at.is_struct else index)
        at = at.elements[index] if at.is_struct else at.element
    return made


def _inserted_value(site: Site) -> Value:
    indices = _numbers(site)
    wholes = [site.operand(0)]
    for index in indices[:-1]:
        wholes.append(site.build.extract_value(wholes[-1], index))
    value = site.operand(1)
    for whole, index in zip(reversed(wholes), reversed(indices), strict=True):
        value = site.build.insert_value(whole, value, index)
    return value


def _extracted_element(site: Site) -> Value:
    return site.build.extract_element(site.operand(0), site.operand(1))


def _inserted_element(site: Site) -> Value:
    return site.build.insert_element(site.operand(0), site.operand(1), site.operand(2))


def _shuffled(site: Site) -> Value:
    i32 = site.build.types.i32
    lanes = [i32.poison() if lane < 0 else i32.const(lane) for lane in site.old.mask]
    mask = i32.vector(len(lanes)).const_aggregate(lanes)
    return site.build.shuffle(site.operand(0), site.operand(1), mask)


# --- memory ------------------------------------------------------------------------------------------
def _variable(site: Site) -> Value:
    return site.build.alloca(site.type(site.old.allocated_type), align=site.old.align, count=site.operand(0))


def _loaded(site: Site) -> Value:
    return _as_atomic(site, site.build.load(site.result, site.operand(0), align=site.old.align))


def _stored(site: Site) -> Value:
    return _as_atomic(site, site.build.store(site.operand(0), site.operand(1), align=site.old.align))


def _as_atomic(site: Site, made: Instruction) -> Instruction:
    made.is_volatile = site.old.is_volatile
    if site.old.ordering is not Ordering.NOT_ATOMIC:
        made.ordering = site.old.ordering
        C.SetAtomicSyncScopeID(made.handle, C.GetAtomicSyncScopeID(site.old.handle))
    return made


def _address(site: Site) -> Value:
    source, (base, *indices) = site.old.source_type, site.old.operands
    numbers = site.numbers(source, indices)
    return site.build.address(site.type(source), site.value(base), numbers, no_wrap=site.old.no_wrap)


def _atomic(site: Site) -> Value:
    old = site.old
    made = site.build.atomic(old.atomic_operation, site.operand(0), site.operand(1), old.ordering)
    made.align = old.align
    return _as_atomic(site, made)


def _exchanged(site: Site) -> Value:
    old = site.old
    pointer, expected, new = (site.operand(n) for n in range(3))
    made = site.build.compare_exchange(pointer, expected, new, old.success_ordering, old.failure_ordering)
    made.align, made.is_volatile = old.align, old.is_volatile
    C.SetWeak(made.handle, C.GetWeak(old.handle))
    C.SetAtomicSyncScopeID(made.handle, C.GetAtomicSyncScopeID(old.handle))
    return made


# --- calls and control flow --------------------------------------------------------------------------
def _called(site: Site) -> Value:
    old = site.old
    type_, called = site.type(old.called_type), old.called
    is_intrinsic = isinstance(called, Function) and called.is_intrinsic
    if type_ != old.called_type and (is_intrinsic or old.assembler is not None):
        raise site.error("a call that cannot have other types")
    if C.GetNumOperandBundles(old.handle):
        raise site.error("a call with operand bundles that cannot have other types")
    arguments = [site.value(argument) for argument in old.arguments]
    if old.opcode is Opcode.INVOKE:
        targets = (old.successors[0], old.successors[1])
        made = site.build.invoke(called, arguments, targets, type_=type_)
    else:
        made = site.build.call(called, arguments, type_=type_)
        C.SetTailCallKind(made.handle, C.GetTailCallKind(old.handle))
    made.convention = old.convention
    made.attributes.copy_from(old.attributes)
    made.result_attributes.copy_from(old.result_attributes)
    site.mend(made.result_attributes, old.type)
    for index, argument in enumerate(old.arguments):
        made.argument_attributes(index).copy_from(old.argument_attributes(index))
        site.mend(made.argument_attributes(index), argument.type)
    return made


def _phi(site: Site) -> Value:
    return site.build.phi(site.result, [(site.value(value), block) for value, block in site.old.incoming])


def _returned(site: Site) -> Value:
    return site.build.ret(site.operand(0))


def _switched(site: Site) -> Value:
    old = site.old
    cases = [(site.value(number), block) for number, block in old.cases]
    return site.build.switch(site.operand(0), old.successors[0], cases)


_MAKERS: dict[Opcode, Callable[[Site], Value]] = {
    **dict.fromkeys(BINARY, _binary),
    **dict.fromkeys(CASTS, _cast),
    Opcode.ALLOCA: _variable,
    Opcode.ATOMIC_RMW: _atomic,
    Opcode.CALL: _called,
    Opcode.CMPXCHG: _exchanged,
    Opcode.EXTRACT_ELEMENT: _extracted_element,
    Opcode.EXTRACT_VALUE: _extracted_value,
    Opcode.FCMP: _compared,
    Opcode.FNEG: _negated,
    Opcode.FREEZE: _frozen,
    Opcode.GEP: _address,
    Opcode.ICMP: _compared,
    Opcode.INSERT_ELEMENT: _inserted_element,
    Opcode.INSERT_VALUE: _inserted_value,
    Opcode.INVOKE: _called,
    Opcode.LOAD: _loaded,
    Opcode.PHI: _phi,
    Opcode.RET: _returned,
    Opcode.SELECT: _selected,
    Opcode.SHUFFLE_VECTOR: _shuffled,
    Opcode.STORE: _stored,
    Opcode.SWITCH: _switched,
}
