"""What the text passes of one lowering work on.

Takes a DeviceModule, a target and the tool chain; gives the object that the passes edit and that holds what
they find out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hcpy.model import DeviceModule, Diagnostic, Location, Target, Toolchain, TranslationUnit
from hcpy.passes.find_kernels import call_operator, find_entries
from hcpy.passes.irtext import Module, read_ir


@dataclass
class Lowering:
    """One module on its way to one target."""

    unit: TranslationUnit
    target: Target
    toolchain: Toolchain
    module: Module
    entries: tuple[str, ...]
    operators: dict[str, tuple[str, Location | None]]  # entry -> the user's call operator and its place
    exported: dict[str, bool] = field(default_factory=dict)  # plain globals; True: internal in the source
    dynamic_group: frozenset[str] = frozenset()  # entries that reach dynamic group memory
    left_out: tuple[str, ...] = ()  # entries that the target cannot run
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @staticmethod
    def begin(device: DeviceModule, target: Target, toolchain: Toolchain) -> Lowering:
        module = Module.parse(read_ir(device.path))
        entries = find_entries(module)
        include_folder = str(toolchain.prefix / "include")
        operators = {entry: call_operator(module, entry, include_folder) for entry in entries}
        return Lowering(device.unit, target, toolchain, module, entries, operators)

    @property
    def include_folder(self) -> str:
        """Where our own headers lie: code in them is not the user's."""
        return str(self.toolchain.prefix / "include")

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


Pass = Callable[[Lowering], None]
