"""Functions in LLVM's language that replace instructions, linked and inlined once all are known.

Takes a module; each instruction is replaced by a call of a function whose text is given, one for each text.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir

_PREFIX = "__hcrt_vulkan_"


class Helpers:
    """The functions for one module."""

    def __init__(self, module: ir.Module) -> None:
        self._module = module
        self._texts: dict[tuple[str, str], str] = {}  # the result's type and the rest

    def call(
        self, place: ir.Instruction, result: ir.Type, arguments: Sequence[ir.Value], body: str
    ) -> ir.Instruction:
        """Before an instruction, of a function with this body, in which the parameters are %0, %1, ..."""
        types = [argument.type for argument in arguments]
        shown = f"({', '.join(map(str, types))}) alwaysinline nounwind {{\nentry:\n{body}}}\n"
        key = str(result), shown
        if key not in self._texts:
            self._texts[key] = f"{_PREFIX}{len(self._texts)}"
        function = self._module.declare(
            self._texts[key], self._module.types.function(result, types), ir.CallingConvention.C
        )
        with ir.Builder.before(place) as build:
            build.at_location(place.debug_location)
            return build.call(function, arguments)

    def finish(self) -> None:
        if not self._texts:
            return
        module = self._module
        lines = [f'target datalayout = "{module.data_layout}"', f'target triple = "{module.triple}"']
        for (returned, shown), name in self._texts.items():
            lines.append(f"define {returned} @{name}{shown}")
        module.link(ir.Module.parse("\n".join(lines).encode(), "helpers", module.owner))
        for name in self._texts.values():
            function = module.function(name)
            assert function is not None
            function.linkage = ir.Linkage.INTERNAL
        ir.run_passes(module, "always-inline,globaldce")
        self._texts.clear()
