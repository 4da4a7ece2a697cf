"""Has LLVM see that a number may be read as one of another type: views of other types share memory.

Takes a Lowering, or a module, whose code was linked; array_view::reinterpret_as gives one memory as numbers
of any types, so that a store of one type may change what a load of another one gives. clang's tags for alias
analysis (`tbaa`) say that it cannot. Here all numbers get one tag; pointers keep theirs, which no view has,
and so do the members of the library's own objects (arrays, views and extents, which no view is of).
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import metadata
from hcpy.passes.lowering import Lowering

_POINTERS = ("any pointer", "vtable pointer")
_ANYTHING = "omnipotent char"
_NUMBERS = "hcpy numbers"
_LIBRARY = ("_ZTSN6Kalmar", "_ZTSN4hcrt6detail")
_ACCESSES = (
    ir.Opcode.LOAD,
    ir.Opcode.STORE,
    ir.Opcode.ATOMIC_RMW,
    ir.Opcode.CMPXCHG,
    ir.Opcode.CALL,
    ir.Opcode.INVOKE,
)


def run(lowering: Lowering) -> None:
    join_numbers(lowering.module)


def join_numbers(module: ir.Module) -> None:
    tags: dict[ir.Node, ir.Node] = {}
    own = metadata.kind_number(module.context, "tbaa")
    copied = metadata.kind_number(module.context, "tbaa.struct")
    for function in module.definitions:
        for instruction in function.instructions_of(*_ACCESSES):
            if instruction.has_metadata(own):
                tag = instruction.metadata("tbaa")
                assert tag is not None
                if tag not in tags:
                    tags[tag] = _joined(tag)
                if tags[tag] != tag:
                    instruction.attach(own, tags[tag])
            if instruction.has_metadata(copied):
                instruction.attach(copied, None)


def _joined(tag: ir.Node) -> ir.Node:
    """The tag of all numbers for one of a number; else the same."""
    base, access, offset, *_ = tag.operands
    assert base is not None and access is not None and offset is not None
    name = _name(access)
    if name in (*_POINTERS, _ANYTHING) or _is_pointer(name) or _name(base).startswith(_LIBRARY):
        return tag
    anything, first = access.operands[1], access.operands[2]
    assert anything is not None and first is not None
    context = tag.context
    numbers = metadata.tuple_of(context, (metadata.text_node(context, _NUMBERS), anything, first))
    return metadata.tuple_of(context, (numbers, numbers, first))


def _name(type_node: ir.Node) -> str:
    first = type_node.operands[0] if type_node.operands else None
    return first.text if first is not None else ""


def _is_pointer(name: str) -> bool:
    """clang's names of pointers: `p1 float`, `p2 _ZTS4Node`."""
    return name[:1] == "p" and name[1:2].isdigit()
