"""The metadata that says what LLVM's vectoriser may assume of a kernel's accesses and loops.

Takes a module; gives Marks: attaches them to instructions and loops.
"""

from __future__ import annotations

from collections.abc import Mapping

from hcpy import ir
from hcpy.ir import metadata


class Marks:
    """Those of one kernel. All accesses that different work-items may make at once are in one access group;
    what lies in slots has an alias scope that other accesses have not."""

    def __init__(self, module: ir.Module) -> None:
        context = self._context = module.context
        self._group = module.access_group()
        self._slots = metadata.scope_list(context)
        self._empty = metadata.tuple_of(context, ())
        self._access = metadata.kind_number(context, "llvm.access.group")
        self._scope = metadata.kind_number(context, "alias.scope")
        self._noalias = metadata.kind_number(context, "noalias")
        self._invariant = metadata.kind_number(context, "invariant.load")
        self._loop = metadata.kind_number(context, "llvm.loop")
        self._i32 = module.types.i32

    def invariant(self, load: ir.Instruction) -> None:
        """It gives the same throughout the launch."""
        load.attach(self._invariant, self._empty)

    def item(self, access: ir.Instruction) -> None:
        """Independent of what other work-items do."""
        access.attach(self._access, self._group)
        access.attach(self._noalias, self._slots)

    def slot(self, access: ir.Instruction) -> None:
        """To a place that carries a value between regions."""
        access.attach(self._access, self._group)
        access.attach(self._scope, self._slots)

    def is_marked(self, access: ir.Instruction) -> bool:
        return access.has_metadata(self._access)

    def work_item_loop(
        self, branch: ir.Instruction, hints: Mapping[str, int | None], *, is_parallel: bool
    ) -> None:
        """Of a loop whose iterations are independent; the hints are properties of llvm.loop.

        is_parallel: the vectoriser needs not look at the accesses (order.py).
        """
        parts = [metadata.hint(self._context, "llvm.loop.parallel_accesses", self._group)] * is_parallel
        for name, value in hints.items():
            number = None if value is None else metadata.value_node(self._context, self._i32.const(value))
            parts.append(metadata.hint(self._context, f"llvm.loop.{name}", number))
        branch.attach(self._loop, metadata.loop_node(self._context, parts))

    def users_loop(self, branch: ir.Instruction) -> None:
        """Takes away what the source says of a loop that is put together anew."""
        branch.attach(self._loop, None)
