"""Last stage: the kernel's entry (hcrt_host_entry of include/hcrt/abi.h), with the loops over work-groups.

Takes the parts of a kernel; writes one function into its module, which calls what the other stages have made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.core.records import HOST_LAUNCH_OFFSETS
from hcpy.ir import Linkage, Opcode
from hcpy.passes.host.context import Kernel
from hcpy.passes.host.launch import CLEAR, CLOSURE, DYNAMIC, SCRATCH
from hcpy.passes.host.loops import Group
from hcpy.passes.host.writer import Loop, Writer

_LAUNCH_FIELDS = ("global_size", "group_size", "num_groups")  # of hcrt_host_launch
_POINTERS = {CLOSURE: 0, SCRATCH: 4, DYNAMIC: 5}  # places of the entry's parameters
_LAUNCH_BYTES = HOST_LAUNCH_OFFSETS["state"]  # what is read of it

# Rows of a tile are short: a loop that copies one must not become a call.
_NO_CALLS = ("no-builtin-memcpy", "no-builtin-memset", "no-builtin-memmove")


@dataclass(frozen=True)
class _Launch:
    """The range of groups, and what the entry reads of the launch: per dimension (32, 64 bits)."""

    first: ir.Value
    last: ir.Value
    global_size: list[tuple[ir.Value, ir.Value]]
    group_size: list[tuple[ir.Value, ir.Value]]
    num_groups: list[tuple[ir.Value, ir.Value]]


# What runs one group: a writer in the loop over groups, one before it, the group, and the group sizes.
RunGroup = Callable[[Writer, Writer, Group, list[ir.Value]], None]


# What runs something for all work-items, without a group: in a full group's local ids.
RunAround = Callable[[Writer, Group], None]


def write_entry(kernel: Kernel, run_group: RunGroup, around_all: Sequence[RunAround] = ()) -> ir.Function:
    """run_group writes the code of one work-group; around_all what comes before all groups and after them."""
    function = _declare(kernel)
    with Writer(kernel.module, function) as w, Writer(kernel.module, function) as before:
        w.start(w.new_block("hc.entry"))
        given = _read_launch(kernel, w, function)
        names = ("hc.first_group", "hc.group", "hc.group.end", "hc.exit")
        first_group, group, group_end, done = map(w.new_block, names)
        some = w.is_less(given.first, given.last, "hc.any")
        w.build.branch_if(some, first_group, done)
        before.go_before(some if isinstance(some, ir.Instruction) else w.here.terminator)
        w.start(first_group)
        begin = _decode_first(w, given)
        column = w.number(1) if kernel.knows_groups else _join_column(w, given)
        around: dict[str, ir.Value] = {name: function.arguments[n] for name, n in _POINTERS.items()}
        if around_all:
            around_all[0](w, _full_group(w, given, around))
        first_group = w.here
        w.jump(group)
        w.start(group)
        index = w.build.phi(w.i64, [(given.first, first_group)], "hc.g")
        ids = [w.build.phi(w.i64, [(begin[d], first_group)], f"hc.group{d}.w") for d in range(3)]
        row = _count_of_row(kernel, w, given, index, ids[0])

        def run(first: ir.Value, steps: Sequence[ir.Value]) -> None:
            sizes = [wide for _, wide in given.group_size]
            run_group(w, before, _measure(w, given, [first, *ids[1:]], steps, around), sizes)

        _run_row(kernel, w, ids[0], (row, column), run)
        w.jump(group_end)
        w.start(group_end)
        for phi, following in zip(ids, _step(w, given, ids, row), strict=True):
            phi.add_incoming([(following, group_end)])
        following = w.add(index, w.mul(row, column, "hc.step", nsw=False), "hc.g.next", nsw=False)
        index.add_incoming([(following, group_end)])
        behind = w.new_block("hc.behind") if around_all else done
        w.build.branch_if(w.is_less(following, given.last, "hc.g.more"), group, behind)
        if around_all:
            w.start(behind)
            around_all[1](w, _full_group(w, given, around))
            w.jump(done)
        w.start(done)
        w.build.ret()
    return function


def _declare(kernel: Kernel) -> ir.Function:
    module, entry, types = kernel.module, kernel.entry, kernel.module.types
    pointer, i64 = types.pointer(), types.i64
    signature = types.function(types.void, [pointer, pointer, i64, i64, pointer, pointer])
    # weak_odr: the same source compiled in two folders makes the same unit twice.
    function = module.define(entry.symbol, signature, Linkage.WEAK_ODR)
    function.make_hidden()
    function.section = f".text.{entry.symbol}"
    names = ("closure", "launch", "first", "last", "scratch", "dynamic")
    for number, (argument, name) in enumerate(zip(function.arguments, names, strict=True)):
        argument.name = f"hc.{name}"
        given = function.parameter_attributes(number)
        given.add("noundef")
        if argument.type.is_pointer:
            given.add("noalias")
    for number, (align, size) in (
        (0, (entry.parameter_align, entry.parameter_bytes)),
        (1, (4, _LAUNCH_BYTES)),
    ):
        given = function.parameter_attributes(number)
        given.add("readonly")
        if size:
            given.add("align", align)
            given.add("dereferenceable", size)
    for number in (4, 5):
        function.parameter_attributes(number).add("align", 64)
    function.attributes.add("nounwind")
    for name in _NO_CALLS:
        function.attributes.add_text(name)
    # A loop over arrays whose base is in rbp takes 1.2 times as long on Intel's server CPUs of 2024, which
    # take what is addressed by rbp for variables of the stack. As the frame's pointer it is no array's base.
    function.attributes.add_text("frame-pointer", "all")
    return function


def _read_launch(kernel: Kernel, w: Writer, function: ir.Function) -> _Launch:
    arguments = function.arguments
    fields: list[list[tuple[ir.Value, ir.Value]]] = []
    flags = ir.NoWrap.INBOUNDS | ir.NoWrap.NUW
    for name in _LAUNCH_FIELDS:
        sizes: list[tuple[ir.Value, ir.Value]] = []
        for d in range(3):
            at = w.build.address(w.i8, arguments[1], [HOST_LAUNCH_OFFSETS[name] + 4 * d], "hc.at", flags)
            load = w.build.load(w.i32, at, f"hc.{name}{d}", align=4)
            kernel.marks.invariant(load)
            wide = w.build.cast(Opcode.ZEXT, load, w.i64, f"hc.{name}{d}.w")
            if isinstance(wide, ir.Instruction):
                wide.nneg = True
            sizes.append((load, wide))
        fields.append(sizes)
    return _Launch(arguments[2], arguments[3], *fields)


def _decode_first(w: Writer, given: _Launch) -> list[ir.Value]:
    """The ids of the first group."""
    wide = [value for _, value in given.num_groups]
    row = w.divide(given.first, wide[0], "hc.row")
    x = w.sub(given.first, w.mul(row, wide[0], nsw=False), "hc.group0.first", nsw=False)
    plane = w.divide(row, wide[1], "hc.plane")
    y = w.sub(row, w.mul(plane, wide[1], nsw=False), "hc.group1.first", nsw=False)
    return [x, y, plane]


def _count_of_row(kernel: Kernel, w: Writer, given: _Launch, index: ir.Value, id_: ir.Value) -> ir.Value:
    is_single = kernel.knows_groups and not kernel.usual.is_line
    return w.number(1) if is_single else _join_row(w, given, index, id_)


def _run_row(
    kernel: Kernel,
    w: Writer,
    first: ir.Value,
    steps: tuple[ir.Value, ir.Value],
    run: Callable[[ir.Value, Sequence[ir.Value]], None],
) -> None:
    """Groups from the first one on, as many as there are steps."""
    if not kernel.usual.is_line:
        run(first, steps)
        return
    x = Loop(w, first, w.add(first, steps[0], "hc.row.end", nsw=False), 1, "of_row", guarded=False)
    run(x.index, ())
    x.close()


def _join_row(w: Writer, given: _Launch, index: ir.Value, id_: ir.Value) -> ir.Value:
    """How many groups there are from this one on: those that are left of its row and of the range. They run
    as one, or, where they are short lines, in a loop of their own: counting ids in three dimensions takes as
    long as such a group. For longer groups that loop's values would only take registers.

    A loop that begins anew every 4,096 work-items takes 2 % longer to stream through memory; one that does
    every 32, as in tiles of CUDA's programs, more than twice as long.
    """
    of_row = w.sub(given.num_groups[0][1], id_, "hc.of_row", nsw=False)
    return w.intrinsic("umin", of_row, w.sub(given.last, index, "hc.of_range", nsw=False), "hc.step0")


def _join_column(w: Writer, given: _Launch) -> ir.Value:
    """The same of groups that lie one above the other, where there are no others: they end the range."""
    count = w.sub(given.last, given.first, "hc.all", nsw=False)
    single = [w.is_equal(given.num_groups[other][1], 1) for other in (0, 2)]
    return w.choose(w.build.binary(Opcode.AND, single[0], single[1]), count, 1, "hc.step1")


def _measure(
    w: Writer,
    given: _Launch,
    ids: Sequence[ir.Value],
    steps: Sequence[ir.Value],
    around: dict[str, ir.Value],
) -> Group:
    """The context of the group at hand; steps: how many run as one, along dimensions 0 and 1."""
    context: dict[str, ir.Value] = {**around, CLEAR: w.number(0)}
    counts: list[ir.Value] = []
    origins: list[ir.Value] = []
    for d in range(3):
        global_size, group_size = given.global_size[d][1], given.group_size[d][1]
        context[f"group{d}.w"], context[f"group{d}"] = ids[d], w.narrow(ids[d], f"hc.group{d}")
        context[f"groups{d}"], context[f"groups{d}.w"] = given.num_groups[d]
        context[f"whole{d}"], context[f"whole{d}.w"] = given.global_size[d]
        origin = w.mul(ids[d], group_size, f"hc.origin{d}")
        rest = w.sub(global_size, origin, "hc.rest")
        most = w.mul(group_size, steps[d], "hc.most", nsw=False) if d < len(steps) else group_size
        count = w.intrinsic("umin", most, rest, f"hc.count{d}")
        context[f"size{d}.w"], context[f"size{d}"] = count, w.narrow(count, f"hc.size{d}")
        counts.append(count)
        origins.append(origin)
    return Group(context, counts, origins)


def _full_group(w: Writer, given: _Launch, around: dict[str, ir.Value]) -> Group:
    """One without a place among the others."""
    context = {**around, CLEAR: w.number(0)}
    for d, (narrow, wide) in enumerate(given.group_size):
        context[f"size{d}"], context[f"size{d}.w"] = narrow, wide
    return Group(context, [wide for _, wide in given.group_size], [w.number(0)] * 3)


def _step(w: Writer, given: _Launch, ids: list[ir.Instruction], row: ir.Value) -> list[ir.Value]:
    """The ids of the group after this one and those that run with it, `row` in all.

    They are counted, not divided out: LLVM moves no division out of a loop over work-items, and then adds
    the group's origin to the index in every iteration, which costs a loop over arrays 5 %.
    """
    carry = row
    following: list[ir.Value] = []
    for d in range(2):
        stepped = w.add(ids[d], carry, "hc.counted", nsw=False)
        over = w.is_equal(stepped, given.num_groups[d][1])
        following.append(w.choose(over, 0, stepped, f"hc.group{d}.next"))
        carry = w.build.cast(Opcode.ZEXT, over, w.i64)
    return [*following, w.add(ids[2], carry, "hc.group2.next", nsw=False)]
