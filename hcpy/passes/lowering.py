"""What the passes of one lowering work on.

Takes a DeviceModule, a target and the tool chain; gives the object that the passes edit and that holds what
they find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hcpy import ir
from hcpy.core import config
from hcpy.core.dataclass import dataclass, field
from hcpy.core.model import DeviceModule, Diagnostic, Location, Target, Toolchain, TranslationUnit
from hcpy.passes.find_kernels import call_operator, find_entries
from hcpy.passes.inner_stages import NOT_WANTED, InnerStages


@dataclass
class Lowering:
    """One module on its way to one target."""

    unit: TranslationUnit
    target: Target
    toolchain: Toolchain
    module: ir.Module
    entries: tuple[str, ...]
    operators: dict[str, tuple[str, Location | None]]  # entry -> the user's call operator and its place
    exported: dict[str, bool] = field(default_factory=dict)  # plain globals; True: internal in the source
    initial: dict[str, str] = field(default_factory=dict)  # of these: GlobalRecord::initial
    first_uses: dict[str, Location | None] = field(default_factory=dict)  # of these
    loop_wishes: frozenset[tuple[Location, str]] = frozenset()  # of missed_loop_hints.py
    placed: dict[str, int] = field(default_factory=dict)  # of these: offsets, where OpenCL's have them
    dynamic_group: frozenset[str] = frozenset()  # entries that reach dynamic group memory
    specialized: dict[str, str] = field(default_factory=dict)  # entry -> KernelRecord.specialized
    left_out: tuple[str, ...] = ()  # entries that the target cannot run
    had_several_entries: frozenset[str] = frozenset()  # functions in which a loop had them
    has_library_long_double: bool = False  # in functions of the C++ library alone
    diagnostics: list[Diagnostic] = field(default_factory=list)
    code: bytes = b""  # the image's, where the passes write it
    inner: InnerStages = NOT_WANTED
    graph: ir.CallGraph = field(default_factory=ir.CallGraph)  # of the module as it is

    @staticmethod
    def begin(device: DeviceModule, target: Target, toolchain: Toolchain) -> Lowering:
        module = ir.Module.read(device.path)
        lowering = Lowering(device.unit, target, toolchain, module, find_entries(module), {})
        lowering.inner = InnerStages.of(device.unit.work_dir, str(target))
        for function in lowering.kernels:
            lowering.operators[function.name] = call_operator(
                function, lowering.include_folder, lowering.graph
            )
        return lowering

    @property
    def include_folder(self) -> str:
        """Where our own headers lie: code in them is not the user's."""
        return str(self.toolchain.prefix / "include")

    @property
    def kernels(self) -> list[ir.Function]:
        """The entries' functions."""
        return [self.kernel(name) for name in self.entries]

    def kernel(self, entry: str) -> ir.Function:
        function = self.module.function(entry)
        assert function is not None, entry
        return function

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)

    def run(self, passes: Iterable[Pass]) -> None:
        """The passes in their order; HCPY_VERIFY_PASSES has LLVM look at what each of them leaves."""
        verifies = config.VERIFY_PASSES.get()
        for step in passes:
            step(self)
            self.inner.module(f"{step.__module__.rpartition('.')[2]}.{step.__name__}", self.module)
            self.graph = ir.CallGraph()
            if verifies:
                try:
                    self.module.verify()
                except ir.IrError as error:
                    raise ir.IrError(f"after {step.__module__}.{step.__name__}: {error}") from None


Pass = Callable[[Lowering], None]
