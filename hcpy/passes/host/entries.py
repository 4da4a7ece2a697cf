"""Host target: the kernels of a module before anything is changed.

Takes the device iteration's module; gives a HostEntry for each kernel: its name, number, place, and the size
of its function object.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass, replace
from hcpy.core.model import GlobalRecord, KernelRecord, Location
from hcpy.passes import specialize
from hcpy.passes.find_kernels import call_operator, display_name, is_entry

_CALLS_TO_OBJECT = 3  # entry, run_kernel, call operator


@dataclass(frozen=True)
class HostEntry:
    """A kernel before it is lowered: its name in the module, its number, and what people call it."""

    name: str
    index: int
    display_name: str
    location: Location | None
    parameter_bytes: int
    parameter_align: int
    specialized: str = ""  # KernelRecord.specialized

    @property
    def symbol(self) -> str:
        return f"hcpy.kernel.{self.index}"

    def record(
        self,
        symbol: str,
        *,
        dynamic_group: bool,
        barrier: bool,
        tile_static_bytes: int,
        scratch_fixed: int = 0,
        scratch_per_item: int = 0,
    ) -> KernelRecord:
        """What the bundle says of the kernel, whose entry has the symbol."""
        return KernelRecord(
            name=self.name,
            symbol=symbol,
            display_name=self.display_name,
            location=self.location,
            parameter_bytes=self.parameter_bytes,
            parameter_align=self.parameter_align,
            dynamic_group=dynamic_group,
            barrier=barrier,
            tile_static_bytes=tile_static_bytes,
            scratch_fixed=scratch_fixed,
            scratch_per_item=scratch_per_item,
            specialized=self.specialized,
        )


@dataclass(frozen=True)
class PlainGlobal:
    """A variable of the host that kernels use: its name in the source, and the one that the image names."""

    symbol: str
    internal: bool
    bytes: int
    name: str
    initial: str
    location: Location | None  # of a use


def host_entries(module: ir.Module, include_folder: str) -> tuple[HostEntry, ...]:
    """Also takes away the marks of specialised values, which are arguments of host code."""
    kernels = [f for f in module.definitions if is_entry(f)]
    specialized = specialize.push(module, [f.name for f in kernels])
    graph = ir.CallGraph()
    return tuple(
        replace(_entry(function, n, include_folder, graph), specialized=specialized.get(function.name, ""))
        for n, function in enumerate(kernels)
    )


def global_records(module: ir.Module, plain: tuple[PlainGlobal, ...]) -> tuple[GlobalRecord, ...]:
    """Records of the plain globals that the module still uses; LLVM counts dead constants as users."""
    if not plain:
        return ()  # a walk over all of the module
    used = {s.name for symbol in (*module.definitions, *module.variables) for s in ir.named_by(symbol)}
    return tuple(
        GlobalRecord(g.symbol, g.bytes, g.internal, location=g.location, initial=g.initial)
        for g in plain
        if g.name in used
    )


def _entry(function: ir.Function, index: int, include_folder: str, graph: ir.CallGraph) -> HostEntry:
    operator, location = call_operator(function, include_folder, graph)
    size, align = _parameter_size(function)
    return HostEntry(function.name, index, display_name(operator, location), location, size, align)


def _parameter_size(function: ir.Function) -> tuple[int, int]:
    """Size of the function object: what the first call on it may dereference, tail padding added.

    A kernel that changes its copy of the function object copies all of it: then the copy's size is the size.
    """
    for _ in range(_CALLS_TO_OBJECT):
        if function.is_declaration:
            break
        sizes = [size for call in function.calls() if (size := _object_size(call)) is not None]
        if sizes:
            align = max(align for _, align in sizes)
            return max(-(-size // align) * align for size, align in sizes), align
        callees = (call.callee for call in function.calls())
        following = next((f for f in callees if f is not None and not f.is_intrinsic), None)
        if following is None:
            break
        function = following
    return 0, 1


def _object_size(call: ir.Instruction) -> tuple[int, int] | None:
    """What a call says of the size and alignment of what its first argument points to."""
    arguments = call.arguments
    if not arguments or not arguments[0].type.is_pointer:
        return None
    given = call.argument_attributes(0)
    if call.callee_name.startswith("llvm.memcpy."):
        length = arguments[2]
        return (length.value, given.value("align", 1)) if isinstance(length, ir.Integer) else None
    size = given.value("dereferenceable")
    return (size, given.value("align", 1)) if size else None
