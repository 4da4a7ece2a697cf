"""Whether only some of a wave's work-items call its functions, in a branch that their own values decide.

Takes a kernel, its parts and who calls whom. Intel's runtime runs such calls rightly where it vectorises the
kernel; where it does not, it splits the kernel at them as at barriers, which all work-items must reach.
Nothing here changes anything.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.ir import Opcode
from hcpy.passes.barrier_parts import Part, Parts

_OWN = frozenset(("get_local_id", "get_global_id", "get_sub_group_local_id"))
_FOR_ALL = ("get_", "sub_group_ballot", "sub_group_all", "sub_group_any", "sub_group_broadcast")


def calls_waves(function: ir.Function, calls: ir.CallGraph) -> bool:
    """Does it call a function of sub-groups, itself or in what it calls?"""
    return any(opencl_name(other.name).startswith("sub_group_") for other in calls.reachable((function,)))


def some_call_waves(function: ir.Function, parts: Parts, calls: ir.CallGraph) -> bool:
    """Does an own value decide whether a work-item calls a function of waves?"""
    waves = {other for other in calls.reachable((function,)) if calls_waves(other, calls)}
    places = {part for made, part in parts.of.items() if made.is_call and made.callee in waves}
    return any(_skips(parts, part, place) for part in _decided(parts) for place in places)


def _decided(parts: Parts) -> list[Part]:
    """The parts that end in a branch by an own value."""
    made = []
    for part, onward in parts.graph.items():
        terminator = part[0].terminator
        if len(set(onward)) > 1 and terminator.operands and _is_own(terminator.operand(0)):
            made.append(part)
    return made


def _skips(parts: Parts, part: Part, place: Part) -> bool:
    """Does one way from the part's end lead to the place, and another one around it?"""
    ways = [target for target in parts.graph[part] if not _is_return(target[0])]
    leads = [place in _followed(parts, way, None) for way in ways]
    return any(leads) and any(_ends(parts, _followed(parts, way, place)) for way in ways)


def _followed(parts: Parts, begin: Part, avoided: Part | None) -> set[Part]:
    """What comes from there without a barrier and without the part that is avoided."""
    seen: set[Part] = set()
    stack = [begin]
    while stack:
        at = stack.pop()
        if at not in seen and at != avoided:
            seen.add(at)
            stack += () if at in parts.barrier_at else parts.graph[at]
    return seen


def _ends(parts: Parts, found: set[Part]) -> bool:
    return any(part in parts.barrier_at or not parts.graph[part] for part in found)


def _is_return(block: ir.Block) -> bool:
    """Work-items that are outside of the launch leave at once."""
    return block.terminator.opcode is Opcode.RET and next(iter(block.instructions())) == block.terminator


def _is_own(value: ir.Value) -> bool:
    """Does it come from an id, or from memory whose place does?"""
    seen: set[ir.Value] = set()
    stack = [value]
    while stack:
        one = stack.pop()
        if one in seen or not isinstance(one, ir.Instruction):
            continue
        seen.add(one)
        if one.is_call:
            name = opencl_name(one.callee_name or "")
            if name in _OWN or not name.startswith(_FOR_ALL):
                return True
        elif one.opcode in (Opcode.ALLOCA, Opcode.ATOMIC_RMW, Opcode.CMPXCHG):
            return True
        else:
            stack += one.operands
    return False
