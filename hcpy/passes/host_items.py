"""Host target: runs the function of one work-item for all work-items of a group.

Takes such a function; gives functions to be inlined and writes the loops that call them. A function with
uniform loops (n-body's over all bodies) is run in strips: its loops stay outside of a loop over the W
work-items of a strip (and over R rows of strips), which LLVM vectorises whole; what the work-items keep
lives in registers.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy.passes.host_cfg import natural_loops
from hcpy.passes.host_context import ITEM, LANE, PREFIX, parameters
from hcpy.passes.host_driver import Loop, Metadata, Writer, bind_ids
from hcpy.passes.host_ir import Function
from hcpy.passes.host_memory import mark_accesses
from hcpy.passes.host_narrow import narrow
from hcpy.passes.host_outline import Outline
from hcpy.passes.host_region import NotUniform
from hcpy.passes.host_region_code import RegionCode
from hcpy.passes.host_regions import cut
from hcpy.passes.host_skeleton import declare_shared, write_skeleton
from hcpy.passes.host_uniform import analyse

ORIGINS = [f"{PREFIX}origin{d}" for d in range(3)]


class Items:
    """The code for one function; `definitions` are the functions that its loops call."""

    def __init__(self, function: Function, metadata: Metadata, width: int, rows: int) -> None:
        self.name = function.name
        self.metadata = metadata
        self.width, self.rows = width, rows
        # rows of a tile are short: no further copies of the vector loop, which they would never reach
        self.hints = {"interleave.count": "i32 1"} if rows > 1 else {}
        self.extra = [(t, n) for n, t in list(function.arguments.items())[len(parameters().split(",")) :]]
        self.bounds = narrow(function, rows)
        outline = _strips(function)
        if outline is None and rows > 1 and self.bounds is None:
            self.rows = 1  # conditions that differ from row to row are taken one row at a time
            self.bounds = narrow(function, 1)
            outline = _strips(function)
        mark_accesses(function, stack_is_shared=True)
        self.definitions = [str(function), *([self.bounds.text] if self.bounds else [])]
        self.is_strip = outline is not None
        if outline is not None:
            self.definitions += [b.code.text for b in outline.blocks]
            shapes = dict.fromkeys([(self.rows, width), (1, width)])
            self.definitions += [self._strip_function(outline, r, w) for r, w in shapes]

    # -- loops over the group --
    def write(self, w: Writer, arguments: list[str]) -> None:
        """Writes the loops; `arguments` are those behind the context, as `type value`."""
        z = Loop(w, "0", f"{PREFIX}count2", 1, w.fresh("z"), guarded=False)
        slab = w.value("i", f"mul nuw nsw i64 {z.index}, {PREFIX}count1")
        if not self.is_strip:
            self._rows(w, arguments, z.index, slab, "0", 1, self._plain_row)
        else:
            done = "0"
            if self.rows > 1:
                done = self._rows(w, arguments, z.index, slab, "0", self.rows, self._strip_row)
            self._rows(w, arguments, z.index, slab, done, 1, self._strip_row)
        z.close()

    def _rows(
        self,
        w: Writer,
        arguments: list[str],
        z: str,
        slab: str,
        begin: str,
        step: int,
        row: Callable[..., None],
    ) -> str:
        y = Loop(w, begin, f"{PREFIX}count1", step, w.fresh("y"), guarded=step > 1 or begin != "0")
        first = w.value("i", f"add nuw nsw i64 {slab}, {y.index}")
        base = w.value("i", f"mul nuw nsw i64 {first}, {PREFIX}count0")
        row(w, arguments, y.index, z, base, step)
        y.close()
        return y.limit

    def _plain_row(self, w: Writer, arguments: list[str], y: str, z: str, base: str, _step: int) -> None:
        low, high = self._range(w, arguments, y, z)
        x = Loop(w, low, high, 1, w.fresh("x"), guarded=self.bounds is not None)
        self._call(w, self.name, arguments, [x.index, y, z], base)
        x.close(self.metadata.work_item_loop(self.hints))

    def _strip_row(self, w: Writer, arguments: list[str], y: str, z: str, base: str, step: int) -> None:
        low, high = self._range(w, arguments, y, z)
        x = Loop(w, low, high, self.width, w.fresh("x"), guarded=True)
        self._call(w, f"{self.name}.s{step}x{self.width}", arguments, [x.index, y, z], base)
        x.close()
        rest = Loop(w, x.limit, high, 1, w.fresh("x"), guarded=True)
        for r in range(step):
            row = w.value("y", f"add nuw nsw i64 {y}, {r}")
            skipped = w.value("i", f"mul nuw nsw i64 {PREFIX}count0, {r}")
            row_base = w.value("i", f"add nuw nsw i64 {base}, {skipped}")
            self._call(w, self.name, arguments, [rest.index, row, z], row_base)
        rest.close()

    def _range(self, w: Writer, arguments: list[str], y: str, z: str) -> tuple[str, str]:
        """The part of a row that has work."""
        if self.bounds is None:
            return "0", f"{PREFIX}count0"
        context = bind_ids(w, ["0", y, z], ORIGINS, "0")
        both = w.value("b", f"call {{ i64, i64 }} @{self.bounds.name}({', '.join([context, *arguments])})")
        return w.value("b", f"extractvalue {{ i64, i64 }} {both}, 0"), w.value(
            "b", f"extractvalue {{ i64, i64 }} {both}, 1"
        )

    def _call(self, w: Writer, name: str, arguments: list[str], local: list[str], base: str) -> None:
        item = w.value("i", f"add nuw nsw i64 {base}, {local[0]}")
        context = bind_ids(w, local, ORIGINS, item)
        w.put(f"call void @{name}({', '.join([context, *arguments])})")

    # -- strips --
    def _strip_function(self, outline: Outline, rows: int, width: int) -> str:
        w = Writer("hc.s.")
        extra = "".join(f", {t} {n}" for t, n in self.extra)
        w.lines.append(
            f"define internal void @{self.name}.s{rows}x{width}({parameters()}{extra})"
            " alwaysinline nounwind {"
        )
        w.label("%hc.strip")
        for name, kind in outline.slots.items():
            memory = "i8" if kind == "i1" else kind
            w.set(f"%slot{outline.tag}.{name[1:]}", f"alloca [{rows * width} x {memory}], align 64")
        declare_shared(outline, w.put)
        write_skeleton(outline, w, "%hc.strip.end", lambda c, a: self._lanes(w, c, a, rows, width))
        w.label("%hc.strip.end")
        w.put("ret void")
        w.lines.append("}")
        return "\n".join(w.lines)

    def _lanes(self, w: Writer, code: RegionCode, arguments: list[str], rows: int, width: int) -> None:
        hints = {
            "vectorize.width": f"i32 {width}",
            "interleave.count": "i32 1",
            "unroll.disable": "",
        }
        lane = Loop(w, "0", str(width), 1, w.fresh("lane"), guarded=False)
        x = w.value("x", f"add nuw nsw i64 {PREFIX}local0.w, {lane.index}")
        origins = [w.value("o", f"sub nuw nsw i64 {PREFIX}global{d}.w, {PREFIX}local{d}.w") for d in range(3)]
        for r in range(rows):
            y = w.value("y", f"add nuw nsw i64 {PREFIX}local1.w, {r}")
            skipped = w.value("i", f"mul nuw nsw i64 {PREFIX}size0.w, {r}")
            row = w.value("i", f"add nuw nsw i64 {ITEM}, {skipped}")
            item = w.value("i", f"add nuw nsw i64 {row}, {lane.index}")
            place = w.value("i", f"add nuw nsw i64 {lane.index}, {r * width}")
            context = bind_ids(w, [x, y, f"{PREFIX}local2.w"], origins, item, place)
            w.put(f"call void @{code.name}({', '.join([context, *arguments])})")
        lane.close(self.metadata.work_item_loop(hints))


def _strips(function: Function) -> Outline | None:
    """The function cut at its uniform loops; None where there are none."""
    uniformity = analyse(function)
    if all(header in uniformity.under for header in natural_loops(function)):
        return None
    try:
        regions = cut(uniformity, set(), join_loops=False)
        mark_accesses(function, stack_is_shared=False)
        return Outline(regions, uniformity, f"{function.name}.l", LANE)
    except NotUniform:
        return None
