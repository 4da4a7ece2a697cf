"""The variables of a module in one block of bytes, which libhcrt uploads when it loads the module.

Takes the module; gives each variable's offset, the bytes, and where addresses within the block lie in them.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.ir.content import distance
from hcpy.passes.vulkan.arguments import ARGUMENTS
from hcpy.passes.vulkan.kernel import GROUP_SPACE, Unsupported, kind_of, real_bits

_ALIGN = 16


@dataclass
class Data:
    """The block."""

    offsets: dict[ir.Value, int] = field(default_factory=dict)
    content: bytearray = field(default_factory=bytearray)
    addresses: dict[int, int] = field(
        default_factory=dict
    )  # offset of a pointer -> offset of what it points to


def lay_out(module: ir.Module, used: set[ir.Value]) -> Data:
    """Of the variables that kernels use, directly or through others."""
    data, layout = Data(), module.layout
    for variable in module.variables:
        if variable not in used or variable.address_space == GROUP_SPACE or variable.name == ARGUMENTS:
            continue
        align = max(variable.align, layout.align(variable.value_type), _ALIGN)
        data.content += bytes(-len(data.content) % align)
        data.offsets[variable] = len(data.content)
        data.content += bytes(max(layout.size(variable.value_type), 1))
    for variable in module.variables:
        initializer = variable.initializer if variable in data.offsets else None
        if initializer is not None:
            _write(data, layout, initializer, data.offsets[variable])
    return data


def _write(data: Data, layout: ir.Layout, value: ir.Value, at: int) -> None:
    type_ = value.type
    if value.is_undefined or value.is_null:
        return
    if type_.is_aggregate or type_.is_vector:
        assert isinstance(value, ir.Constant)
        for index, element in enumerate(value.elements()):
            offset = layout.offset(type_, index) if type_.is_struct else index * layout.size(type_.at(index))
            _write(data, layout, element, at + offset)
        return
    if type_.is_pointer:
        data.addresses[at] = _target(data, layout, value)
        return
    if isinstance(value, ir.Integer):
        bits = value.value
    elif isinstance(value, ir.Real):
        bits = real_bits(kind_of(type_), value.value)
    else:
        raise Unsupported(f"an initial value of the kind {value.kind.name} and type '{type_}'")
    size = layout.store_size(type_)
    data.content[at : at + size] = bits.to_bytes(size, "little")


def _target(data: Data, layout: ir.Layout, value: ir.Value) -> int:
    """Where a constant address leads within the block."""
    if value in data.offsets:
        return data.offsets[value]
    if isinstance(value, ir.Expression):
        base, *indices = value.operands
        if value.opcode in (ir.Opcode.ADDRSPACE_CAST, ir.Opcode.BITCAST):
            return _target(data, layout, base)
        if value.opcode is ir.Opcode.GEP and all(isinstance(index, ir.Integer) for index in indices):
            return _target(data, layout, base) + distance(layout, value.source_type, indices)
    raise Unsupported(f"an address of the kind {value.kind.name} in an initial value")
