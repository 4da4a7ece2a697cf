"""Host target: writes a region as a function of one work-item.

Takes an outline and one of its regions; gives the function's text: what it needs of other regions is a
parameter, computed again or read from a slot at its beginning; what others need of it is stored at its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hcpy.passes.host_cfg import EXIT
from hcpy.passes.host_context import TYPES, parameters
from hcpy.passes.host_ir import Block, Instruction, TypeTable, split_operands
from hcpy.passes.host_region import NotUniform, Region

if TYPE_CHECKING:
    from hcpy.passes.host_outline import Outline

HC_SLOT = ", !HC_SLOT"  # becomes the metadata of accesses to slots


@dataclass
class RegionCode:
    """A region as a function of one work-item."""

    region: Region
    name: str  # without the @
    parameters: list[tuple[str, str]]  # (type, name in the skeleton's terms) beyond the context
    text: str
    empty: bool


class RegionWriter:
    """Writes the function of one region."""

    def __init__(self, outline: Outline, number: int, region: Region) -> None:
        self.o, self.number, self.region = outline, number, region
        self.function = outline.function
        self.parameters: dict[str, str] = {}
        self.entry: list[str] = []
        self.made: set[str] = set()
        self.tag = outline.tag
        self.enter, self.leave = f"%hc.in{self.tag}", f"%hc.out{self.tag}"
        self.slot_uses: dict[str, None] = {}
        self.stored: set[str] = set()
        self.loaded: dict[str, str] = {}  # value -> the slot that it was read from

    def write(self) -> RegionCode:
        body = [self._block(self.function.blocks[name]) for name in self.region.blocks]
        out = self._out()
        head = self.region.head
        lines = [
            f"{self.enter[1:]}:",
            *self.entry,
            f"  br label {head}",
            *(line for b in body for line in b),
            *out,
        ]
        name = f"{self.o.prefix}{self.number}"
        slots = [("ptr", f"%slot{self.tag}.{s[1:]}") for s in self.slot_uses]
        given = [(t, n) for n, t in self.parameters.items()] + slots
        extra = "".join(f", {t} {n}" for t, n in given)
        text = "\n".join(
            [f"define internal void @{name}({parameters()}{extra}) alwaysinline nounwind {{", *lines, "}"]
        )
        work = [line for b in body for line in b if line.startswith("  ") and not line.startswith("  br ")]
        stores = [line for line in out if " store " in line or line.startswith("  store")]
        return RegionCode(self.region, name, given, text, not work and not stores)

    # -- values from elsewhere --
    def _need(self, value: str) -> None:
        """Makes a value of elsewhere available under its own name."""
        o = self.o
        if not value.startswith("%") or value in TYPES or value in self.made:
            return
        if value in o.allocas:
            self.made.add(value)
            self._place(value)
            return
        if o.home.get(value) == self.number and value not in o.skeleton:
            return
        self.made.add(value)
        if value in o.skeleton or value not in o.definition:
            self.parameters[value] = o.function.type_of[value]
        elif value not in o.uniformity.divergent:
            o.share(value)
            self.parameters[value] = o.function.type_of[value]
        elif o.is_recomputable(value):
            source = o.definition[value]
            for use in source.uses:
                self._need(use)
            self.entry.append(f"  {value} = {source.text}")
        else:
            self.entry += self._load_slot(value, value)

    def _place(self, alloca: str) -> None:
        """A variable of the work-item's stack has its place in a slot."""
        o = self.o
        o.slots[alloca] = _stack_type(o.allocas[alloca], o.function.types)
        self.entry.append(f"  {alloca} = {self._slot_address(alloca)}")

    def _slot_address(self, name: str) -> str:
        self.slot_uses[name] = None
        kind = _memory_type(self.o.slots[name])
        return f"getelementptr inbounds {kind}, ptr %slot{self.tag}.{name[1:]}, i64 {self.o.index}"

    def _load_slot(self, value: str, slot: str) -> list[str]:
        kind = self.o.function.type_of[value]
        self.o.traffic[self.number].reads.add(slot)
        self.o.wanted.add(slot)
        slot = self.o.place.get(slot, slot)
        self.loaded[value] = slot
        self.o.slots[slot] = kind
        lines = [f"  {value}.at{self.tag} = {self._slot_address(slot)}"]
        if kind == "i1":
            return [
                *lines,
                f"  {value}.byte{self.tag} = load i8, ptr {value}.at{self.tag}{HC_SLOT}",
                f"  {value} = trunc nuw i8 {value}.byte{self.tag} to i1",
            ]
        return [*lines, f"  {value} = load {kind}, ptr {value}.at{self.tag}{HC_SLOT}"]

    def _store_slot(self, value: str, kind: str, slot: str) -> list[str]:
        self.o.traffic[self.number].writes[slot] = value
        slot = self.o.place.get(slot, slot)
        self.o.slots[slot] = kind
        if self.loaded.get(value) == slot or slot in self.stored:
            return []  # slots are shared by what has one content here
        self.stored.add(slot)
        at = f"%hc.at{self.tag}.{slot[1:]}"
        return [f"  {at} = {self._slot_address(slot)}", *_store(value, kind, at)]

    def _is_in_place(self, value: str, slot: str) -> bool:
        """Does another region's value already stand where this one would copy it to?"""
        places = self.o.place
        return (
            value in places
            and value not in self.made
            and self.o.home.get(value) != self.number
            and places[value] == places.get(slot)
        )

    # -- the region's own blocks --
    def _block(self, block: Block) -> list[str]:
        lines = [f"{block.name[1:]}:"]
        is_head = block.name == self.region.head
        for instruction in block.body:
            if instruction.result in self.o.skeleton or instruction.opcode == "alloca":
                continue
            if instruction.opcode == "phi":
                text = self._phi(instruction, block, is_head)
                if text:
                    lines.append(text)
                continue
            for use in instruction.uses:
                self._need(use)
            lines.append(str(instruction))
        lines.append(self._terminator(block))
        return lines

    def _phi(self, phi: Instruction, block: Block, is_head: bool) -> str:
        outside = self.o.incoming_here(phi, block.name) if is_head else []
        inside = [(v, b) for v, b in phi.incoming if (v, b) not in outside]
        incoming = [f"[ {v}, {b} ]" for v, b in inside]
        for value, _ in inside:
            self._need(value)
        if not is_head:
            return f"  {phi.result} = phi {phi.type} {', '.join(incoming)}" if incoming else ""
        if not outside:
            return f"  {phi.result} = phi {phi.type} {', '.join(incoming)}"
        arriving = phi.result if not inside else f"{phi.result}.in{self.tag}"
        if phi.result in self.o.uniformity.divergent:
            self.o.function.type_of[arriving] = phi.type
            self.entry += self._load_slot(arriving, f"{phi.result}.phi")
        else:
            self.parameters[arriving] = phi.type
        return (
            f"  {phi.result} = phi {phi.type} [ {arriving}, {self.enter} ], {', '.join(incoming)}"
            if inside
            else ""
        )

    def _terminator(self, block: Block) -> str:
        terminator = block.terminator
        if block.name == self.region.tail or terminator.opcode == "ret":
            return f"  br label {self.leave}"
        for use in terminator.uses:
            self._need(use)
        text = terminator.text.split(", !llvm.loop")[0]
        if not self.region.tail:
            text = re.sub(rf"label {re.escape(self.region.exit)}(?![-\w$.])", f"label {self.leave}", text)
        return f"  {text}"

    # -- what leaves the region --
    def _edges_out(self) -> list[str]:
        """The blocks from which the region is left, one for each edge."""
        if self.region.tail:
            return [self.region.tail]
        result = []
        for name in self.region.blocks:
            terminator = self.function.blocks[name].terminator
            if terminator.opcode == "ret":
                result.append(name)
            result += [name] * len(
                re.findall(rf"label {re.escape(self.region.exit)}(?![-\w$.])", terminator.text)
            )
        return result

    def _out(self) -> list[str]:
        phis: list[str] = []
        stores: list[str] = []
        edges = self._edges_out()
        targets = (
            self.function.blocks[self.region.tail].successors if self.region.tail else [self.region.exit]
        )
        for target in targets:
            if target != EXIT:
                for phi in self.function.blocks[target].phis:
                    self._leave_through(phi, edges, target, phis, stores)
        for value in sorted(self.o.wanted):
            if self.o.home.get(value) == self.number:
                stores += self._store_slot(value, self.function.type_of[value], value)
        for value, kind in self.o.shared.items():
            if self.o.home.get(value) == self.number:
                self.slot_uses[f"{value}.shared"] = None
                stores += _store(value, kind, f"%slot{self.tag}.{value[1:]}.shared")
        return [f"{self.leave[1:]}:", *phis, *stores, "  ret void"]

    def _leave_through(
        self, phi: Instruction, edges: list[str], target: str, phis: list[str], stores: list[str]
    ) -> None:
        """Hands a phi of the next region what this one gives it."""
        outside = self.o.incoming_here(phi, target)
        values = {b: v for v, b in outside if b in edges}
        if not values:
            return
        divergent = phi.result in self.o.uniformity.divergent
        name = f"{phi.result}.out{self.tag}{self.number}"
        if not divergent:
            if len(set(values.values())) == 1:
                return  # the skeleton's phi takes it
            self.o.shared[name] = phi.type
            self.o.function.type_of[name] = phi.type
        if len(set(edges)) == 1:
            value = values[edges[0]]
            if divergent and self._is_in_place(value, f"{phi.result}.phi"):
                self.o.traffic[self.number].writes[f"{phi.result}.phi"] = value
                return
            self._need(value)
        else:
            for v in values.values():
                self._need(v)
            value = name
            kinds = ", ".join(f"[ {values.get(b, 'poison')}, {b} ]" for b in edges)
            phis.append(f"  {name} = phi {phi.type} {kinds}")
        if divergent:
            stores += self._store_slot(value, phi.type, f"{phi.result}.phi")
        else:
            self.slot_uses[f"{name}.shared"] = None
            stores += _store(value, phi.type, f"%slot{self.tag}.{name[1:]}.shared")


def _stack_type(alloca: Instruction, types: TypeTable) -> str:
    """Bytes that hold a variable of the stack, its alignment kept by their number."""
    match = re.match(r"alloca (.*?)(?:, align (\d+))?$", alloca.text)
    if match is None or split_operands(match.group(1))[1:]:
        raise NotUniform("an array of a size that is only known at run time is not possible")
    size, align = types.layout(match.group(1))
    align = max(align, int(match.group(2) or 1))
    return f"[{-(-size // align) * align} x i8]"


def _memory_type(kind: str) -> str:
    return "i8" if kind == "i1" else kind


def _store(value: str, kind: str, pointer: str) -> list[str]:
    if kind == "i1":
        byte = f"{pointer}.byte"
        return [f"  {byte} = zext i1 {value} to i8", f"  store i8 {byte}, ptr {pointer}{HC_SLOT}"]
    return [f"  store {kind} {value}, ptr {pointer}{HC_SLOT}"]
