"""The stages of hcpy/passes/host, each on a small module that shows what it does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import cfg, launch
from hcpy.passes.host.accesses import own_stack
from hcpy.passes.host.code import Block, Code, Op, read
from hcpy.passes.host.context import Entry, Kernel, enter_context
from hcpy.passes.host.cut import cut
from hcpy.passes.host.divide import divide
from hcpy.passes.host.errors import NotPossible
from hcpy.passes.host.outline import Again, Load, Outline, Place, gather_facts
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel
from hcpy.passes.host.strips import make_items
from hcpy.passes.host.uniformity import Uniformity, analyse

HEAD = """
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@tile = internal global [64 x i32] undef, align 16
@other = internal global [3 x i32] undef, align 4
@table = internal constant { i32, [2 x ptr] }
  { i32 7, [2 x ptr] [ptr @other, ptr getelementptr (i8, ptr @tile, i64 8)] }
declare i32 @__hcrt_local_id(i32)
declare i32 @__hcrt_global_id(i32)
declare i32 @__hcrt_group_size(i32)
declare void @__hcrt_barrier()
declare ptr @__hcrt_dynamic_group_memory()
declare void @anything(ptr)
define void @kernel(ptr %object) {
"""
TILES = {"tile": (256, 16), "other": (12, 4)}
ENTRY = Entry("hcpy.kernel.0", 24, 8)

# An object { ptr out, ptr in, i32 n }; out and in are indexed by the work-item.
BEGIN = """
  %id = call i32 @__hcrt_global_id(i32 0)
  %l = call i32 @__hcrt_local_id(i32 0)
  %out = load ptr, ptr %object
  %in.at = getelementptr i8, ptr %object, i64 8
  %in = load ptr, ptr %in.at
  %n.at = getelementptr i8, ptr %object, i64 16
  %n = load i32, ptr %n.at
  %w = sext i32 %id to i64
  %mine = getelementptr i32, ptr %in, i64 %w
  %to = getelementptr i32, ptr %out, i64 %w
"""
ROTATE = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  store i32 %v, ptr %q
  call void @__hcrt_barrier()
  %more = icmp sgt i32 %v, 3
  %first = load i32, ptr getelementptr (i8, ptr @tile, i64 4)
  %sum = add i32 %first, %v
  store i32 %sum, ptr %to
  ret void
"""
CONDITIONAL = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %c = icmp slt i32 %v, 100
  br i1 %c, label %then, label %done
then:
  store i32 %v, ptr @tile
  call void @__hcrt_barrier()
  store i32 1, ptr %to
  br label %done
done:
  ret void
"""
GUARDED_LOOP = f"""entry: {BEGIN}
  %guard = icmp slt i32 %id, %n
  br i1 %guard, label %loop, label %done
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = load i32, ptr %mine
  %t = add i32 %s, %x
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %t, ptr %to
  br label %done
done:
  ret void
"""

# What a work-item keeps of it takes too many registers for long strips.
HEAVY_LOOP = (
    GUARDED_LOOP.replace("  %x = load", "  %s.2 = phi i64 [ 0, %entry ], [ %t.2, %loop ]\n  %x = load")
    .replace("  %next =", "  %x.w = sext i32 %x to i64\n  %t.2 = xor i64 %s.2, %x.w\n  %next =")
    .replace(
        "end:", "end:\n  %u.w = mul i64 %t.2, %t.2\n  %u = trunc i64 %u.w to i32\n  store i32 %u, ptr %mine"
    )
)


class Made:
    """A module with one kernel."""

    def __init__(self, body: str) -> None:
        self.module = ir.Module.parse((HEAD + body + "}\n").encode())

    @property
    def function(self) -> ir.Function:
        found = self.module.function("kernel")
        assert found is not None
        return found

    def enter(self) -> Kernel:
        kernel = enter_context(self.module, self.function, ENTRY, TILES)
        self.module.verify()
        return kernel

    def analysed(self) -> Uniformity:
        return analyse(read(self.enter().function))

    def lower(self) -> str:
        self.code = lower_kernel(self.module, self.function, ENTRY, TILES)
        self.module.verify()
        return str(self.module)


def named(code: Code, name: str) -> Op:
    return next(op for op in code.ops() if op.source is not None and op.source.name == name)


def block(code: Code, name: str) -> Block:
    return next(b for b in code.blocks if b.name == name)


def calls(function: ir.Function) -> Iterator[str]:
    return (call.callee_name for call in function.calls())


# --- context -----------------------------------------------------------------------------------------
def test_built_ins_become_the_context() -> None:
    kernel = Made(f"{BEGIN} store i32 %l, ptr %to\n ret void\n").enter()
    assert not list(calls(kernel.function))
    assert launch.used_by(kernel.function) == {"closure", "local0", "global0.w"}
    assert kernel.is_flat and kernel.knows_groups and not kernel.barrier


def test_a_dimension_known_at_run_time_is_chosen() -> None:
    made = Made(
        "%d = load i32, ptr %object\n %s = call i32 @__hcrt_group_size(i32 %d)\n"
        "store i32 %s, ptr %object\n ret void\n"
    )
    assert {"size0", "size1", "size2"} <= launch.used_by(made.enter().function)


def test_loads_from_an_object_that_is_only_read_are_invariant() -> None:
    def invariant(body: str) -> list[bool]:
        function = Made(body).enter().function
        loads = [i for i in function.instructions() if i.opcode is Opcode.LOAD]
        return [i.metadata("invariant.load") is not None for i in loads]

    assert invariant(f"{BEGIN} ret void\n") == [True] * 3
    assert invariant(f"{BEGIN} store i32 1, ptr %n.at\n ret void\n") == [False] * 3


def test_indices_are_wide_from_the_ids_on() -> None:
    function = (
        Made(
            f"{BEGIN} %i = add nsw i32 %id, %n\n %j = mul i32 %i, 3\n %a = sext i32 %i to i64\n"
            " %b = sext i32 %j to i64\n %p = getelementptr i32, ptr %in, i64 %a\n"
            " %q = getelementptr i32, ptr %p, i64 %b\n store i32 1, ptr %q\n ret void\n"
        )
        .enter()
        .function
    )
    by_name = {i.name: i for i in function.instructions()}
    wide = by_name["i.sw"]
    assert (wide.opcode, wide.type.width, wide.nsw) == (Opcode.ADD, 64, True)
    assert wide.operand(0) == launch.context_of(function)["global0.w"]
    assert by_name["j.sw"].opcode is Opcode.SEXT  # it may wrap


@pytest.mark.parametrize(
    ("value", "is_wide"),
    [
        ("sub i32 15, %l", True),  # of ids, which are not negative
        ("add i32 %l, -1", True),
        ("sub i32 -2, %l", False),
        ("add i32 %l, 1", False),
        ("sub i32 15, %n", False),
    ],
)
def test_what_is_in_range_of_an_id_is_wide_without_a_flag(value: str, is_wide: bool) -> None:
    body = f"{BEGIN} %i = {value}\n %a = sext i32 %i to i64\n"
    body += " %p = getelementptr i8, ptr %to, i64 %a\n store i8 0, ptr %p\n ret void\n"
    function = Made(body).enter().function
    wide = {i.name: i for i in function.instructions()}["i.sw"]
    assert (wide.opcode is not Opcode.SEXT) is is_wide
    assert not is_wide or wide.nsw


# --- uniformity --------------------------------------------------------------------------------------
def test_ids_are_divergent_and_what_all_read_is_not() -> None:
    result = Made(ROTATE).analysed()
    divergent = {n: named(result.code, n) in result.divergent for n in ("v", "first", "sum", "in", "more")}
    assert divergent == {"v": True, "first": False, "sum": True, "in": False, "more": True}


def test_a_divergent_branch_decides_about_its_blocks_and_phis() -> None:
    result = Made(
        f"entry: {BEGIN} %c = icmp slt i32 %l, 3\n br i1 %c, label %a, label %b\na: br label %j\n"
        "b: br label %j\nj: %p = phi i32 [ 1, %a ], [ 2, %b ]\n %s = phi i32 [ 4, %a ], [ 4, %b ]\n"
        "%x = add i32 %p, %s\n store i32 %x, ptr %to\n ret void\n"
    ).analysed()
    assert {b.name for b in result.under} == {"a", "b"}
    assert named(result.code, "p") in result.divergent
    assert named(result.code, "s") not in result.divergent


def test_what_decides_about_a_barrier_is_uniform() -> None:
    result = Made(CONDITIONAL).analysed()
    assert named(result.code, "c") in result.divergent  # as a value
    assert [b.name for b in result.assumed] == ["entry"] and not result.under


# --- cut ---------------------------------------------------------------------------------------------
def regions(made: Made, join_loops: bool = True) -> list[list[str]]:
    return [[b.name for b in region.blocks] for region in cut(made.analysed(), join_loops).regions]


def test_regions_end_at_barriers() -> None:
    assert regions(Made(ROTATE)) == [["entry"], ["entry.b0"]]
    assert regions(Made(CONDITIONAL)) == [["entry"], ["then"], ["then.b0"], ["done"]]


def test_loops_join_for_groups_and_part_for_strips() -> None:
    body = GUARDED_LOOP.replace("slt i32 %id, %n", "slt i32 5, %n")
    assert regions(Made(body), join_loops=False) == [["entry"], ["loop"], ["end"], ["done"]]
    assert ["loop", "end"] in regions(Made(body), join_loops=True)


def test_a_barrier_that_only_some_reach_is_refused() -> None:
    body = f"""entry: {BEGIN} %c = icmp slt i32 %l, 3
      br i1 %c, label %a, label %b
    a: br i1 %c, label %b, label %d
    b: call void @__hcrt_barrier()
      br label %d
    d: ret void
    """
    made = Made(body).analysed()
    made.assumed.clear()
    made.under.update(b for b in made.code.blocks if b.name != "entry")
    with pytest.raises(NotPossible, match="barrier"):
        cut(made, True)


# --- outline and slots -------------------------------------------------------------------------------
def outline(body: str, join_loops: bool = True) -> Outline:
    return divide(Made(body).analysed(), join_loops=join_loops)


def test_values_pass_barriers_in_slots_or_are_computed_again() -> None:
    first, second = outline(ROTATE).plans
    assert [key.name for key in first.slots] == ["v"] == [key.name for key in second.slots]
    assert [step.key.name for step in second.entry if isinstance(step, Load)] == ["v"]
    assert [step.op.name for step in second.entry if isinstance(step, Again)] == ["to"]


def test_uniform_values_stay_in_the_skeleton() -> None:
    facts = gather_facts(cut(Made(ROTATE).analysed(), True))
    names = {op.source.name for op in facts.skeleton if op.source is not None}
    assert {"out", "in"} <= names and "v" not in names


def test_what_goes_around_a_loop_has_one_slot() -> None:
    body = GUARDED_LOOP.replace("slt i32 %id, %n", "slt i32 5, %n")
    assert len(outline(body, join_loops=False).slots) == 1


def test_the_stack_of_a_work_item_lies_in_a_slot() -> None:
    body = ROTATE.replace("entry:", "entry: %a = alloca [3 x i32]\n store i32 1, ptr %a\n").replace(
        "ret void", "%z = load i32, ptr %a\n store i32 %z, ptr %to\n ret void"
    )
    plans = outline(body).plans
    assert all(any(isinstance(step, Place) for step in plan.entry) for plan in plans)
    made = Made(body)
    made.lower()
    assert (made.code.barrier, made.code.tile_static_bytes, made.code.scratch_per_item) == (True, 256, 16)


def test_an_array_of_unknown_size_is_refused_at_a_barrier() -> None:
    body = ROTATE.replace("%v = load", "%a = alloca i32, i32 %n\n store i32 1, ptr %a\n %v = load").replace(
        "ret void", "%z = load i32, ptr %a\n store i32 %z, ptr %to\n ret void"
    )
    with pytest.raises(NotPossible, match="run time"):
        Made(body).lower()


# --- strips --------------------------------------------------------------------------------------------
def test_uniform_loops_make_strips() -> None:
    kernel = Made(GUARDED_LOOP).enter()
    items = make_items(kernel.module, kernel.marks, kernel.function, is_flat=True)
    kernel.module.verify()
    assert items.width == 32 and list(items.strips) == [1] and items.bounds is not None
    plain = Made(f"{BEGIN} store i32 1, ptr %to\n ret void\n").enter()
    assert not make_items(plain.module, plain.marks, plain.function, is_flat=True).strips


def widths_of(body: str, *, is_flat: bool = True) -> list[int]:
    """Of the strips, the longest first."""
    kernel = Made(body).enter()
    items = make_items(kernel.module, kernel.marks, kernel.function, is_flat=is_flat)
    kernel.module.verify()
    return [items.width, *(width for width, _ in items.tails)]


def test_rows_that_may_be_short_end_in_shorter_strips() -> None:
    rows = HEAVY_LOOP.replace(
        "%w = sext i32 %id", "%y = call i32 @__hcrt_global_id(i32 1)\n  %w = sext i32 %y"
    )
    assert widths_of(rows) == [16, 4]
    assert widths_of(HEAVY_LOOP) == [16] and widths_of(rows, is_flat=False) == [8]


def test_parts_of_a_tile_for_some_work_items_end_in_shorter_strips() -> None:
    clamped = f"""entry: {BEGIN}
  %before = sub nsw i32 %l, 1
  %at = call i32 @llvm.smax.i32(i32 %before, i32 0)
  %at.w = sext i32 %at to i64
  %from = getelementptr i32, ptr %in, i64 %at.w
  %v = load i32, ptr %from
  %some = icmp slt i32 %l, %n
  br i1 %some, label %then, label %end
then:
  store i32 %v, ptr %to
  br label %end
end:
  ret void
"""
    assert widths_of(clamped) == [32, 8, 4]
    assert widths_of(clamped, is_flat=False) == [8, 4]
    assert widths_of(clamped.replace("slt i32 %l, %n", "slt i32 %v, %n")) == [32]


def test_strips_are_long_where_work_items_keep_little() -> None:
    assert widths_of(GUARDED_LOOP) == [32, 8]
    assert widths_of(HEAVY_LOOP) == [16]
    maths = GUARDED_LOOP.replace(
        "%t = add i32 %s, %x",
        "%f = bitcast i32 %x to float\n  %e = call float @llvm.exp.f32(float %f)\n"
        "  %i = fptosi float %e to i32\n  %t = add i32 %s, %i",
    )
    assert widths_of(maths) == [16]
    kernel = Made(GUARDED_LOOP).enter()
    wishes = Wishes(without=frozenset(["long-strips"]))
    items = make_items(kernel.module, kernel.marks, kernel.function, is_flat=True, wishes=wishes)
    assert items.width == 16


def test_an_own_stack_whose_address_escapes_may_be_anything() -> None:
    code = read(Made(f"%a = alloca i32\n{BEGIN} store ptr %a, ptr %to\n ret void\n").enter().function)
    own, escapes = own_stack(code)
    assert escapes and len(own) == 1


# --- the whole ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("body", [ROTATE, CONDITIONAL, GUARDED_LOOP])
def test_a_kernel_becomes_its_entry(body: str) -> None:
    made = Made(body)
    text = made.lower()
    entry = made.module.function(ENTRY.symbol)
    assert entry is not None and entry.linkage is ir.Linkage.WEAK_ODR and entry.is_hidden
    assert len(entry.arguments) == 6 and entry.section == ".text.hcpy.kernel.0"
    assert made.module.function("kernel") is None
    assert "call void @__hcrt_barrier" not in text
    others = [f for f in made.module.definitions if f != entry]
    assert others and all(f.is_local and "alwaysinline" in f.attributes for f in others)


def test_the_same_kernel_gives_the_same_code() -> None:
    assert Made(GUARDED_LOOP).lower() == Made(GUARDED_LOOP).lower()


def test_dominators_and_loops() -> None:
    code = read(Made(GUARDED_LOOP).function)
    dominators = cfg.immediate_dominators(cfg.successors_of(code), code.entry)
    assert {b.name: d.name for b, d in dominators.items()} == {
        "entry": "entry", "loop": "entry", "end": "loop", "done": "entry"
    }  # fmt: skip
    assert {h.name: [b.name for b in body] for h, body in cfg.natural_loops(code).items()} == {
        "loop": ["loop"]
    }
    after = cfg.immediate_postdominators(code)
    assert after[code.entry].name == "done" and after[block(code, "loop")].name == "end"
