"""Host target: the loops around a kernel's code, over groups and over work-items.

Takes the names of a kernel's functions; gives the text of its hcrt_host_entry (include/hcrt/abi.h) and of
the nests of work-item loops. Every function that is called here is inlined; innermost is dimension 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hcpy.passes.host_context import CLOSURE, DYNAMIC, ITEM, LANE, PREFIX, SCRATCH, arguments

# hcrt_host_launch: global_size[3], group_size[3], num_groups[3], dynamic_bytes
_LAUNCH_FIELDS = ("global_size", "group_size", "num_groups")

# Rows of a tile are short: a loop that copies one must not become a call.
_NO_CALLS = '"no-builtin-memcpy" "no-builtin-memset" "no-builtin-memmove"'

# A loop over arrays whose base is in rbp takes 1.2 times as long on Intel's server CPUs of 2024, which take
# what is addressed by rbp for variables of the stack. As the frame's pointer it is no base of an array.
_FRAME = '"frame-pointer"="all"'


@dataclass
class Metadata:
    """Numbers the module's further metadata nodes."""

    next_number: int
    nodes: list[str] = field(default_factory=list)
    access_group: str = ""
    slot_scope: str = ""
    empty: str = ""

    @staticmethod
    def after(numbers: int) -> Metadata:
        metadata = Metadata(numbers)
        metadata.access_group = metadata.add("distinct !{}")
        domain = metadata.add(f"distinct !{{!{metadata.next_number}}}")
        scope = metadata.add(f"distinct !{{!{metadata.next_number}, {domain}}}")
        metadata.slot_scope = metadata.add(f"!{{{scope}}}")
        metadata.empty = metadata.add("!{}")
        return metadata

    def resolve(self, text: str) -> str:
        """Puts the nodes' numbers for the marks that the passes leave in the text."""
        text = text.replace("!HC_EMPTY", self.empty)
        text = text.replace("!HC_ITEM", f"!llvm.access.group {self.access_group}, !noalias {self.slot_scope}")
        return text.replace(
            "!HC_SLOT", f"!llvm.access.group {self.access_group}, !alias.scope {self.slot_scope}"
        )

    def add(self, body: str) -> str:
        name = f"!{self.next_number}"
        self.next_number += 1
        self.nodes.append(f"{name} = {body}")
        return name

    def work_item_loop(self, hints: dict[str, str]) -> str:
        """The !llvm.loop node of a loop over work-items: its iterations are independent."""
        parts = [self.add(f'!{{!"llvm.loop.parallel_accesses", {self.access_group}}}')]
        parts += [
            self.add(f'!{{!"llvm.loop.{name}", {value}}}' if value else f'!{{!"llvm.loop.{name}"}}')
            for name, value in hints.items()
        ]
        number = f"!{self.next_number}"
        return self.add(f"distinct !{{{', '.join([number, *parts])}}}")


class Writer:
    """Lines of a function with fresh names."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.lines: list[str] = []
        self.entry_lines: list[str] = []
        self.count = 0

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"%{self.prefix}{stem}{self.count}"

    def put(self, line: str) -> None:
        self.lines.append("  " + line)

    def label(self, name: str) -> None:
        self.lines.append(f"{name[1:]}:")

    def at_entry(self, line: str) -> None:
        """Adds a line to the function's entry block."""
        self.entry_lines.append("  " + line)

    def value(self, stem: str, text: str) -> str:
        name = self.fresh(stem)
        self.put(f"{name} = {text}")
        return name

    def set(self, name: str, text: str) -> None:
        self.put(f"{name} = {text}")


def entry_function(
    symbol: str, section: str, parameter: str, run_group: Callable[[Writer], None], joins_groups: bool
) -> str:
    """The kernel's hcrt_host_entry; run_group writes the code of one work-group.

    In scope for it: the group, size and groups values of the context, and per dimension %hc.count
    (work-items of this group) and %hc.origin (global id of its first one), all i64.
    joins_groups: the kernel can't tell groups from each other; neighbours run as a single one.
    """
    w = Writer("hc.d.")
    # weak_odr: the same source compiled in two folders makes the same unit twice.
    w.lines.append(
        f"define weak_odr hidden void @{symbol}(ptr noalias noundef readonly {parameter} {CLOSURE},"
        " ptr noalias noundef readonly align 4 dereferenceable(40) %hc.launch,"
        f" i64 noundef %hc.first, i64 noundef %hc.last, ptr noalias noundef align 64 {SCRATCH},"
        f' ptr noalias noundef align 64 {DYNAMIC}) nounwind {_NO_CALLS} {_FRAME} section "{section}" {{'
    )
    w.label("%hc.entry")
    for n, name in enumerate(_LAUNCH_FIELDS):
        for d in range(3):
            address = w.value("a", f"getelementptr inbounds nuw i8, ptr %hc.launch, i64 {4 * (3 * n + d)}")
            w.set(f"%hc.{name}{d}", f"load i32, ptr {address}, align 4, !invariant.load !HC_EMPTY")
            w.set(f"%hc.{name}{d}.w", f"zext nneg i32 %hc.{name}{d} to i64")
    here = len(w.lines)
    w.set("%hc.any", "icmp ult i64 %hc.first, %hc.last")
    w.put("br i1 %hc.any, label %hc.first_group, label %hc.exit")
    w.label("%hc.first_group")
    _decode_first(w)
    _choose_steps(w, joins_groups)
    w.put("br label %hc.group")
    w.label("%hc.group")
    w.set("%hc.g", "phi i64 [ %hc.first, %hc.first_group ], [ %hc.g.next, %hc.group.end ]")
    for d in range(3):
        at = f"{PREFIX}group{d}"
        w.set(f"{at}.w", f"phi i64 [ {at}.first, %hc.first_group ], [ {at}.next, %hc.group.end ]")
    _measure_group(w)
    run_group(w)
    w.put("br label %hc.group.end")
    w.label("%hc.group.end")
    _step_group(w)
    w.set("%hc.g.next", "add nuw i64 %hc.g, %hc.step")
    w.set("%hc.g.more", "icmp ult i64 %hc.g.next, %hc.last")
    w.put("br i1 %hc.g.more, label %hc.group, label %hc.exit")
    w.label("%hc.exit")
    w.put("ret void")
    w.lines.append("}")
    w.lines[here:here] = w.entry_lines
    return "\n".join(w.lines)


def _decode_first(w: Writer) -> None:
    row = w.value("q", "udiv i64 %hc.first, %hc.num_groups0.w")
    used = w.value("q", f"mul nuw i64 {row}, %hc.num_groups0.w")
    w.set(f"{PREFIX}group0.first", f"sub nuw i64 %hc.first, {used}")
    plane = w.value("q", f"udiv i64 {row}, %hc.num_groups1.w")
    used = w.value("q", f"mul nuw i64 {plane}, %hc.num_groups1.w")
    w.set(f"{PREFIX}group1.first", f"sub nuw i64 {row}, {used}")
    w.set(f"{PREFIX}group2.first", f"add nuw i64 {plane}, 0")


def _choose_steps(w: Writer, joins_groups: bool) -> None:
    """How many groups run as one, along dimensions 0 and 1, and in all.

    Groups that lie in one row, or one above the other, are a larger one. A loop that begins anew every 4,096
    work-items takes 2 % longer to stream through memory.
    """
    count = w.value("q", "sub nuw i64 %hc.last, %hc.first")
    for d, others in ((0, (1, 2)), (1, (0, 2))):
        single = [w.value("q", f"icmp eq i64 %hc.num_groups{o}.w, 1") for o in others]
        both = w.value("q", f"and i1 {single[0]}, {single[1]}")
        w.set(f"%hc.step{d}", f"select i1 {both if joins_groups else 'false'}, i64 {count}, i64 1")
    w.set("%hc.step2", "add nuw i64 0, 1")
    w.set("%hc.step", "mul nuw i64 %hc.step0, %hc.step1")


def _step_group(w: Writer) -> None:
    """The ids of the group after this one; of no use behind groups that run as one, which end the range.

    They are counted, not divided out: LLVM moves no division out of a loop over work-items, and then adds
    the group's origin to the index in every iteration, which costs a loop over arrays 5 %.
    """
    carry = "1"
    for d in range(2):
        stepped = w.value("q", f"add nuw i64 {PREFIX}group{d}.w, {carry}")
        over = w.value("q", f"icmp eq i64 {stepped}, %hc.num_groups{d}.w")
        w.set(f"{PREFIX}group{d}.next", f"select i1 {over}, i64 0, i64 {stepped}")
        carry = w.value("q", f"zext i1 {over} to i64")
    w.set(f"{PREFIX}group2.next", f"add nuw i64 {PREFIX}group2.w, {carry}")


def _measure_group(w: Writer) -> None:
    for d in range(3):
        w.set(f"{PREFIX}group{d}", f"trunc nuw nsw i64 {PREFIX}group{d}.w to i32")
        w.set(f"{PREFIX}groups{d}.w", f"add nuw i64 %hc.num_groups{d}.w, 0")
        w.set(f"{PREFIX}groups{d}", f"add nuw i32 %hc.num_groups{d}, 0")
        w.set(f"{PREFIX}whole{d}.w", f"add nuw i64 %hc.global_size{d}.w, 0")
        w.set(f"{PREFIX}whole{d}", f"add nuw i32 %hc.global_size{d}, 0")
        w.set(f"{PREFIX}origin{d}", f"mul nuw nsw i64 {PREFIX}group{d}.w, %hc.group_size{d}.w")
        rest = w.value("q", f"sub nuw nsw i64 %hc.global_size{d}.w, {PREFIX}origin{d}")
        most = w.value("q", f"mul nuw i64 %hc.group_size{d}.w, %hc.step{d}")
        w.set(f"{PREFIX}count{d}", f"call i64 @llvm.umin.i64(i64 {most}, i64 {rest})")
        w.set(f"{PREFIX}size{d}.w", f"add nuw i64 {PREFIX}count{d}, 0")
        w.set(f"{PREFIX}size{d}", f"trunc nuw nsw i64 {PREFIX}count{d} to i32")


class Loop:
    """A loop that is being written: `for index = begin; index + step <= end; index += step`."""

    def __init__(self, w: Writer, begin: str, end: str, step: int, index: str, guarded: bool) -> None:
        self.w, self.end, self.step, self.index = w, end, step, index
        self.body, self.done = w.fresh("body"), w.fresh("done")
        self.next = w.fresh("next")
        before = w.fresh("before")
        w.put(f"br label {before}")
        w.label(before)
        limit = end
        if step > 1:
            room = w.value("room", f"sub nuw nsw i64 {end}, {begin}")
            whole = w.value("whole", f"and i64 {room}, {-step}")
            limit = w.value("limit", f"add nuw nsw i64 {begin}, {whole}")
        self.limit = limit
        if guarded:
            some = w.value("some", f"icmp ult i64 {begin}, {limit}")
            w.put(f"br i1 {some}, label {self.body}, label {self.done}")
        else:
            w.put(f"br label {self.body}")
        w.label(self.body)
        self.latch = w.fresh("latch")
        w.set(index, f"phi i64 [ {begin}, {before} ], [ {self.next}, {self.latch} ]")

    def close(self, metadata: str = "") -> None:
        w = self.w
        w.put(f"br label {self.latch}")
        w.label(self.latch)
        w.set(self.next, f"add nuw nsw i64 {self.index}, {self.step}")
        more = w.value("more", f"icmp ult i64 {self.next}, {self.limit}")
        loop = f", !llvm.loop {metadata}" if metadata else ""
        w.put(f"br i1 {more}, label {self.body}, label {self.done}{loop}")
        w.label(self.done)


def bind_ids(w: Writer, local: list[str], origin: list[str], item: str, lane: str = "0") -> str:
    """Defines the id values of one work-item from its local ids; gives the argument list of a call.

    origin: per dimension, what makes a global id of a local one.
    """
    names: dict[str, str] = {ITEM: item, LANE: lane}
    for d in range(3):
        wide = w.value("g", f"add nuw nsw i64 {origin[d]}, {local[d]}")
        names[f"{PREFIX}local{d}.w"] = local[d]
        names[f"{PREFIX}local{d}"] = w.value("l", f"trunc nuw nsw i64 {local[d]} to i32")
        names[f"{PREFIX}global{d}.w"] = wide
        names[f"{PREFIX}global{d}"] = w.value("g", f"trunc nuw nsw i64 {wide} to i32")
    return arguments(names)
