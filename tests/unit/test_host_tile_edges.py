"""hcpy/passes/host/tile_edges.py: what a tile is asked as a whole, and how its loops are written."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, HEAD, TILES, Made

from hcpy import ir
from hcpy.passes.host.launch import INDEX, context_of
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel
from hcpy.passes.host.tile_edges import asks_tile

# After a barrier each work-item takes a neighbour's, or at a picture's edge its own.
BODY = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  store i32 %v, ptr %q
  call void @__hcrt_barrier()
  %y = call i32 @__hcrt_global_id(i32 1)
  %is = icmp eq i32 QUESTION
  %before = add nsw i32 %l, -1
  %at = select i1 %is, i32 %l, i32 %before
  %at.w = sext i32 %at to i64
  %p = getelementptr [64 x i32], ptr @tile, i64 0, i64 %at.w
  %r = load i32, ptr %p
  store i32 %r, ptr %to
  ret void
"""


def body(question: str = "%id, 0") -> str:
    return BODY.replace("QUESTION", question)


@pytest.mark.parametrize(
    ("question", "asks"),
    [("%id, 0", True), ("%y, 7", True), ("%n, 7", False), ("%v, 0", False), ("%l, 0", False)],
)
def test_a_tile_is_asked_about_ids(question: str, asks: bool) -> None:
    function = Made(body(question)).enter().function
    assert asks_tile(function, has_loops=False) == asks
    assert context_of(function)["clear"].is_used == asks


def test_strips_are_asked_themselves() -> None:
    function = Made(body()).enter().function
    assert not asks_tile(function, has_loops=True)
    assert not context_of(function)["clear"].is_used


def test_a_branch_on_data_leaves_a_tile_as_it_is() -> None:
    branch = "  %data = icmp sgt i32 %r, 3\n  br i1 %data, label %more, label %end\nmore:\n  store i32"
    changed = body().replace("  store i32 %r, ptr %to\n", f"{branch} %r, ptr %to\n  br label %end\nend:\n")
    assert not asks_tile(Made(changed).enter().function, has_loops=False)


def test_the_loops_are_written_twice() -> None:
    text = Made(body("%y, 0")).lower()
    assert "hc.unusual" in text and "hc.corner" in text


def test_they_are_not_where_that_is_turned_off() -> None:
    made = Made(body("%y, 0"))
    lower_kernel(made.module, made.function, ENTRY, TILES, wishes=Wishes(without=frozenset(["edges"])))
    made.module.verify()
    assert "hc.corner" not in str(made.module)


PART = """  %above = icmp sge i32 %l, %n
  %more = sub nsw i32 16, %n
  %below = icmp slt i32 %l, %more
  %some = and i1 %above, %below
"""


def test_parts_of_short_rows_are_whole_vectors_first() -> None:
    """Of what is left of a row of 16 the ends would take as long as the rest."""
    branch = "  br i1 %some, label %then, label %end\nthen:\n"
    guarded = body("%y, 0").replace("  %is = ", f"{PART}{branch}  %is = ")
    text = Made(guarded.replace("  ret void", "  br label %end\nend:\n  ret void")).lower()
    assert text.count("= phi i64 [ 0, %hc.lane.before") == 2  # 8 and 4 of them
    assert "hc.lane.before" not in Made(body("%y, 0")).lower()


def test_a_part_of_a_row_is_code_without_ends() -> None:
    guard = "  %l.1 = add i32 %l, -1\n  %some = icmp ult i32 %l.1, 14\n"
    branch = "  br i1 %some, label %then, label %end\nthen:\n"
    guarded = body("%y, 0").replace("  %is = ", f"{guard}{branch}  %is = ")
    text = Made(guarded.replace("  ret void", "  br label %end\nend:\n  ret void")).lower()
    assert "hc.is_part" in text and "hc.is_part" not in Made(body("%y, 0")).lower()


# A tile loads by a number that is kept within bounds or taken apart, in strips that ask about that.
LOADS = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_global_id(i32 1)
  NUMBER
  %at.w = sext i32 %at to i64
  %p = getelementptr i32, ptr %in, i64 %at.w
  %r.x = load i32, ptr %p
  %r = add i32 %r.x, %y
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  store i32 %r, ptr %q
  call void @__hcrt_barrier()
  %v = load i32, ptr %q
  store i32 %v, ptr %to
  ret void
"""
CLAMPED = "%k = add nsw i32 {}, -1\n %at = call i32 @llvm.smax.i32(i32 %k, i32 0)"


def loads(number: str) -> str:
    declared = "declare i32 @llvm.smax.i32(i32, i32)\ndefine void @kernel(ptr %object) {"
    head = HEAD.replace("define void @kernel(ptr %object) {", declared)
    return head + LOADS.replace("NUMBER", number) + "}\n"


@pytest.mark.parametrize(
    ("number", "asks"),
    [
        (CLAMPED.format("%id"), True),
        ("%m = add nsw i32 %id, %y\n" + CLAMPED.format("%m"), True),  # even in both dimensions
        ("%at = srem i32 %id, 24", True),
        ("%m = add nsw i32 %id, %y\n %at = srem i32 %m, 24", False),  # rows between others
    ],
)
def test_a_tile_is_asked_for_all_of_its_strips(number: str, asks: bool) -> None:
    module = ir.Module.parse(loads(number).encode())
    function = module.function("kernel")
    assert function is not None
    lower_kernel(module, function, ENTRY, TILES)
    module.verify()
    text = str(module)
    assert "hc.clamped" in text  # strips
    assert ("hc.corner" in text) == asks
    assert ("hc.is_strip" in text) == (asks and "srem" in number)


def test_long_code_is_not_written_once_more() -> None:
    many = "\n".join(f"%s{n} = xor i32 {f'%s{n - 1}' if n else '%id'}, {n * 3 + 1}" for n in range(150))
    use = f"{many}\n %m = sub i32 %s149, %s149\n %i = add nsw i32 %id, 1\n"
    module = ir.Module.parse(loads(use + CLAMPED.format("%i")).encode())
    function = module.function("kernel")
    assert function is not None
    lower_kernel(module, function, ENTRY, TILES)
    assert "hc.corner" not in str(module)


# Of a tile's rows all but the first read what is above them, of its work-items all but the first beside them.
PAST = f"""entry: {BEGIN}
  %ly = call i32 @__hcrt_local_id(i32 1)
  %v = load i32, ptr %mine
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  store i32 %v, ptr %q
  call void @__hcrt_barrier()
  %below = icmp sgt i32 %ly, 0
  br i1 %below, label %above, label %aside
above:
  %q.up = getelementptr i32, ptr %q, i64 -16
  %up = load i32, ptr %q.up
  br label %aside
aside:
  %a = phi i32 [ 0, %entry ], [ %up, %above ]
  %behind = icmp sgt i32 %l, 0
  br i1 %behind, label %beside, label %end
beside:
  %q.left = getelementptr i32, ptr %q, i64 -1
  %left = load i32, ptr %q.left
  br label %end
end:
  %b = phi i32 [ 0, %aside ], [ %left, %beside ]
  %sum = add i32 %a, %b
  store i32 %sum, ptr %to
  ret void
"""


def test_rows_of_few_strips_are_written_strip_by_strip() -> None:
    """Beside those of any length: their ids are numbers, and so are the masks that ask about them."""
    made = Made(PAST)
    lower_kernel(made.module, made.function, ENTRY, TILES, wishes=Wishes("masks"))
    made.module.verify()
    (strip,) = (f for f in made.module.definitions if f.name == "hcpy.kernel.0.r1.v8")
    places = [call.arguments[INDEX["local0"]] for call in strip.call_sites]
    assert sorted(at.value for at in places if isinstance(at, ir.Integer)) == [0, 8]  # of a row of 16
    assert len(places) == 3
