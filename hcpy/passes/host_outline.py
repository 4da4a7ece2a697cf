"""Host target: makes a function of each region, and finds out what passes between them.

Takes a function in regions; gives, for each region, a function of one work-item, and the skeleton that stays
outside of the work-item loops: uniform control flow and uniform values, computed once for all work-items.

A value that a region needs from another one is, in this order: a value of the skeleton (a parameter), computed
again (ids and what hangs on them: stored addresses would turn accesses into gathers), uniform (one place, a
parameter), or has a place for each work-item (a slot).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hcpy.passes.host_cfg import EXIT, post_order, successors_of
from hcpy.passes.host_context import ITEM, TYPES, parameters
from hcpy.passes.host_ir import Block, Instruction, TypeTable, rename, split_operands
from hcpy.passes.host_region import NotUniform, Region
from hcpy.passes.host_regions import Cut
from hcpy.passes.host_slots import merge_slots
from hcpy.passes.host_uniform import Uniformity, is_pure_call

_CHEAP = frozenset(
    "add sub mul shl lshr ashr and or xor getelementptr trunc zext sext icmp select freeze ptrtoint inttoptr".split()
)
_PURE = _CHEAP | frozenset(
    "udiv sdiv urem srem fadd fsub fmul fdiv frem fneg fcmp fptrunc fpext fptoui fptosi uitofp sitofp bitcast"
    " addrspacecast extractvalue insertvalue extractelement insertelement shufflevector".split()
)
_RECOMPUTE_LIMIT = 24  # instructions


def may_write(instruction: Instruction) -> bool:
    if instruction.opcode == "call":
        return not is_pure_call(instruction.callee)
    return instruction.opcode in ("store", "atomicrmw", "cmpxchg", "fence", "va_arg")


def is_pure(instruction: Instruction) -> bool:
    """May the instruction run where it would not have, with nothing changed but its result?"""
    if instruction.opcode == "load":
        return "!invariant.load" in instruction.text
    return instruction.opcode in _CHEAP or instruction.opcode in ("fcmp", "bitcast", "extractvalue", "sitofp", "uitofp")


@dataclass
class RegionCode:
    """A region as a function of one work-item."""

    region: Region
    name: str  # without the @
    parameters: list[tuple[str, str]]  # (type, name in the skeleton's terms) beyond the context
    text: str
    empty: bool


@dataclass
class Traffic:
    """What a region reads from slots before anything else and writes to them at its end."""

    reads: set[str] = field(default_factory=set)
    writes: dict[str, str] = field(default_factory=dict)  # slot -> the value stored


@dataclass
class Outline:
    """All of it: regions, what they share, and the skeleton's own instructions."""

    cut: Cut
    uniformity: Uniformity
    prefix: str
    index: str  # ITEM or LANE: which place of a slot is the work-item's
    skeleton: set[str] = field(default_factory=set)  # values computed outside of the work-item loops
    slots: dict[str, str] = field(default_factory=dict)  # name -> type, a place for each work-item
    shared: dict[str, str] = field(default_factory=dict)  # name -> type, one place
    wanted: set[str] = field(default_factory=set)  # values that have to be stored in a slot
    place: dict[str, str] = field(default_factory=dict)  # value, or phi's name with .phi -> its slot

    def __post_init__(self) -> None:
        # names made here differ from those that an outer cut has made
        self.tag = ".g" if self.index == ITEM else ".s"
        self.function = self.cut.function
        for block in self.function.blocks.values():  # slots have no lifetimes
            block.instructions = [i for i in block.instructions if not i.callee.startswith("@llvm.lifetime")]
        self.definition = {i.result: i for i in self.function.instructions() if i.result}
        self.home: dict[str, int] = {}
        self.region_at: dict[str, int] = {}
        for number, region in enumerate(self.cut.regions):
            for name in region.blocks:
                self.region_at[name] = number
                for instruction in self.function.blocks[name].instructions:
                    if instruction.result:
                        self.home[instruction.result] = number
        self.allocas = {i.result: i for i in self.function.instructions() if i.opcode == "alloca"}
        order = post_order(successors_of(self.function), self.function.entry.name)
        place = {name: n for n, name in enumerate(reversed(order))}
        for region in sorted(self.cut.regions, key=lambda r: place.get(r.head, 0)):
            self._hoist(region)
        self._write()
        if self.slots or self.shared:  # what a later region wants of an earlier one is only known now
            self._write()
        if set(self.slots) - set(self.allocas):
            self.place = merge_slots(self)
            self.slots = {n: t for n, t in self.slots.items() if n in self.allocas}
            self.wanted = set(self.place)
            self._write()

    def _write(self) -> None:
        self.traffic = {n: Traffic() for n in range(len(self.cut.regions))}
        codes = [self._outline(n, r) for n, r in enumerate(self.cut.regions)]
        self.blocks = [self._skeleton_block(n, c) for n, c in enumerate(codes)]

    # -- what is computed outside of the work-item loops --
    def _hoist(self, region: Region) -> None:
        number = self.region_at[region.head]
        wrote = False
        for segment in region.segments:
            blocks = [self.function.blocks[b] for b in segment.blocks]
            if not segment.is_loop:
                spine = blocks.pop(0)
                for instruction in spine.body:
                    if self._is_hoistable(instruction, number, wrote, spine.name == region.head):
                        self.skeleton.add(instruction.result)
                    else:
                        wrote = wrote or may_write(instruction)
            wrote = wrote or any(may_write(i) for b in blocks for i in b.instructions)

    def _is_hoistable(self, i: Instruction, region: int, wrote: bool, at_head: bool) -> bool:
        if not i.result or i.result in self.uniformity.divergent:
            return False
        if i.opcode == "phi":
            return at_head
        if i.opcode == "load":
            if wrote and "!invariant.load" not in i.text:
                return False
        elif i.opcode == "call":
            if not is_pure_call(i.callee):
                return False
        elif i.opcode not in _PURE:
            return False
        return all(self._is_outside(u, region) for u in i.uses)

    def _is_outside(self, value: str, region: int) -> bool:
        """Is a uniform value known before the region's work-item loop?"""
        return value in self.skeleton or self.home.get(value, -1) != region

    # -- how a region gets a value --
    def is_recomputable(self, value: str) -> bool:
        return self._cost(value, 0) <= _RECOMPUTE_LIMIT

    def _cost(self, value: str, depth: int) -> int:
        if value not in self.definition or value in self.skeleton or value in self.allocas:
            return 0
        if value not in self.uniformity.divergent:
            return 0
        source = self.definition[value]
        if source.opcode not in _CHEAP or depth > 12:
            return _RECOMPUTE_LIMIT + 1
        cost = 1
        for use in source.uses:
            cost += self._cost(use, depth + 1)
            if cost > _RECOMPUTE_LIMIT:
                break
        return cost

    def _outline(self, number: int, region: Region) -> RegionCode:
        return _RegionWriter(self, number, region).write()

    def share(self, value: str) -> None:
        self.shared.setdefault(value, self.function.type_of[value])

    # -- the skeleton --
    def _skeleton_block(self, number: int, code: RegionCode) -> SkeletonBlock:
        return _skeleton_block(self, number, code)

    def incoming_here(self, phi: Instruction, block: str) -> list[tuple[str, str]]:
        """A head phi's operands that come from other regions, or around an outer loop."""
        region = self.cut.regions[self.region_at[block]]
        own = set(region.blocks) if region.segments[0].is_loop else set()
        return [(v, b) for v, b in phi.incoming if b not in own]


class _RegionWriter:
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
        lines = [f"{self.enter[1:]}:", *self.entry, f"  br label {head}", *(line for b in body for line in b), *out]
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
        return f"getelementptr inbounds {_memory_type(self.o.slots[name])}, ptr %slot{self.tag}.{name[1:]}, i64 {self.o.index}"

    def _load_slot(self, value: str, slot: str) -> list[str]:
        kind = self.o.function.type_of[value]
        self.o.traffic[self.number].reads.add(slot)
        self.o.wanted.add(slot)
        slot = self.o.place.get(slot, slot)
        self.loaded[value] = slot
        self.o.slots[slot] = kind
        lines = [f"  {value}.at{self.tag} = {self._slot_address(slot)}"]
        if kind == "i1":
            return [*lines, f"  {value}.byte{self.tag} = load i8, ptr {value}.at{self.tag}{HC_SLOT}", f"  {value} = trunc nuw i8 {value}.byte{self.tag} to i1"]
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
        return f"  {phi.result} = phi {phi.type} [ {arriving}, {self.enter} ], {', '.join(incoming)}" if inside else ""

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
            result += [name] * len(re.findall(rf"label {re.escape(self.region.exit)}(?![-\w$.])", terminator.text))
        return result

    def _out(self) -> list[str]:
        phis: list[str] = []
        stores: list[str] = []
        edges = self._edges_out()
        targets = self.function.blocks[self.region.tail].successors if self.region.tail else [self.region.exit]
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

    def _leave_through(self, phi: Instruction, edges: list[str], target: str, phis: list[str], stores: list[str]) -> None:
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


HC_SLOT = ", !HC_SLOT"  # becomes the metadata of accesses to slots


def _stack_type(alloca: Instruction, types: TypeTable) -> str:
    """Bytes that hold a variable of the stack, its alignment kept by their number."""
    match = re.match(r"alloca (.*?)(?:, align (\d+))?$", alloca.text)
    if match is None or split_operands(match.group(1))[1:]:
        raise NotUniform(alloca.result)
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


# --- the skeleton ------------------------------------------------------------------------------------
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


def _skeleton_block(o: Outline, number: int, code: RegionCode) -> SkeletonBlock:
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
    before = phis + [line for v, n in loads.items() for line in _load_shared(n, o.function.type_of[v], v, o.tag)] + hoisted
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
