"""Host target: writes what stays outside of the work-item loops.

Takes an outline; gives, for each region, the uniform code around its loop: phis, values computed once for all
work-items, and the branch to the next region.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hcpy.passes.host_cfg import EXIT
from hcpy.passes.host_ir import Instruction, rename
from hcpy.passes.host_region import Region
from hcpy.passes.host_region_code import HC_SLOT, RegionCode

if TYPE_CHECKING:
    from hcpy.passes.host_driver import Writer
    from hcpy.passes.host_outline import Outline


@dataclass
class SkeletonBlock:
    """The uniform code around one region's work-item loop."""

    code: RegionCode
    tag: str
    before: list[str]  # phis, loads of shared values, hoisted instructions
    arguments: list[str]  # the values of code.parameters, as `type value`
    after: list[str]  # loads of shared values
    terminator: str  # empty: return

    @property
    def label(self) -> str:
        return self.code.region.head

    @property
    def end_label(self) -> str:
        return f"{self.code.region.head}.end{self.tag}"


def skeleton_block(o: Outline, number: int, code: RegionCode) -> SkeletonBlock:
    region = code.region
    loads: dict[str, str] = {}
    phis = [_skeleton_phi(o, phi, region) for phi in o.function.blocks[region.head].phis if _stays(o, phi)]
    hoisted: list[str] = []

    def here(value: str) -> str:
        """The name under which the skeleton knows a value at this region's beginning."""
        if value not in o.definition or value in o.skeleton or value in o.allocas:
            return value
        o.share(value)
        loads.setdefault(value, f"{value}.r{o.tag}{number}")
        return loads[value]

    for segment in region.segments:
        if segment.is_loop:
            continue
        for i in o.function.blocks[segment.blocks[0]].body:
            if i.result in o.skeleton and i.opcode != "phi":
                hoisted.append(str(rename(i, {u: here(u) for u in i.uses})))
    arguments = [f"{t} {n if n.startswith('%slot') else here(n)}" for t, n in code.parameters]
    before = (
        phis
        + [line for v, n in loads.items() for line in _load_shared(n, o.function.type_of[v], v, o.tag)]
        + hoisted
    )
    after: list[str] = []
    ends: dict[str, str] = {}

    def at_end(value: str) -> str:
        if not value.startswith("%") or value not in o.definition or value in o.skeleton:
            return value
        o.share(value)
        if value not in ends:
            ends[value] = f"{value}.e{o.tag}{number}"
            after.extend(_load_shared(ends[value], o.function.type_of[value], value, o.tag))
        return ends[value]

    if region.tail:
        terminator = o.function.blocks[region.tail].terminator
        final = rename(terminator, {u: at_end(u) for u in terminator.uses}).text.split(", !llvm.loop")[0]
        final = "" if terminator.opcode in ("ret", "unreachable") else final
        targets = o.function.blocks[region.tail].successors
    else:
        final = "" if region.exit == EXIT else f"br label {region.exit}"
        targets = [] if region.exit == EXIT else [region.exit]
    for target in targets:
        for phi in o.function.blocks[target].phis:
            if _stays(o, phi):
                _phi_operand(o, phi, target, number, at_end, after)
    return SkeletonBlock(code, o.tag, before, arguments, after, final)


def _stays(o: Outline, phi: Instruction) -> bool:
    return phi.result not in o.uniformity.divergent


def _load_shared(name: str, kind: str, value: str, tag: str) -> list[str]:
    slot = f"%slot{tag}.{value[1:]}.shared"
    if kind == "i1":
        return [f"  {name}.byte = load i8, ptr {slot}{HC_SLOT}", f"  {name} = trunc nuw i8 {name}.byte to i1"]
    return [f"  {name} = load {kind}, ptr {slot}{HC_SLOT}"]


def _phi_operand(
    o: Outline, phi: Instruction, target: str, number: int, at_end: object, after: list[str]
) -> str:
    """What region `number` gives to a uniform phi at the head of another."""
    assert callable(at_end)
    region = o.cut.regions[number]
    sources = {region.tail} if region.tail else set(region.blocks)
    values = dict.fromkeys(v for v, b in o.incoming_here(phi, target) if b in sources)
    if len(values) > 1:
        name = f"{phi.result}.out{o.tag}{number}"
        result = f"{name}.e{o.tag}{number}"
        lines = _load_shared(result, phi.type, name, o.tag)
        if lines[-1] not in after:
            after.extend(lines)
        return result
    (value,) = values
    return str(at_end(value))


def _skeleton_phi(o: Outline, phi: Instruction, region: Region) -> str:
    """A head phi in the skeleton: one operand for each edge from another region's end."""
    outside = o.incoming_here(phi, region.head)
    inside = len(outside) != len(phi.incoming)
    result = f"{phi.result}.in{o.tag}" if inside else phi.result
    operands: list[str] = []
    for number in dict.fromkeys(o.region_at[b] for _, b in outside):
        source = o.cut.regions[number]
        edges = 1
        if source.tail:
            pattern = rf"label {re.escape(region.head)}(?![-\w$.])"
            edges = len(re.findall(pattern, o.function.blocks[source.tail].terminator.text))

        def name_at_end(value: str, number: int = number) -> str:
            if not value.startswith("%") or value not in o.definition or value in o.skeleton:
                return value
            return f"{value}.e{o.tag}{number}"

        value = _phi_operand(o, phi, region.head, number, name_at_end, [])
        operands += [f"[ {value}, {source.head}.end{o.tag} ]"] * edges
    return f"  {result} = phi {phi.type} {', '.join(operands)}"


def declare_shared(outline: Outline, put: Callable[[str], None]) -> None:
    for name, kind in outline.shared.items():
        put(f"%slot{outline.tag}.{name[1:]}.shared = alloca {'i8' if kind == 'i1' else kind}")


def write_skeleton(
    outline: Outline, w: Writer, end: str, emit: Callable[[RegionCode, list[str]], None]
) -> None:
    """Writes the uniform control flow; emit writes the work-item loops of a region."""
    w.put(f"br label {outline.function.entry.name}")
    for block in outline.blocks:
        w.label(block.label)
        w.lines += block.before
        if not block.code.empty:
            emit(block.code, block.arguments)
        w.put(f"br label {block.end_label}")
        w.label(block.end_label)
        w.lines += block.after
        w.put(block.terminator or f"br label {end}")
