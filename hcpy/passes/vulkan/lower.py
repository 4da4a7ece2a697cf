"""The last passes of the Vulkan target, and emission tried for what it does not take.

Takes a Lowering whose module is optimised; leaves it in the form that emit.py writes.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import replace
from hcpy.passes.call_chain import CallChains
from hcpy.passes.find_kernels import display_name
from hcpy.passes.lowering import Lowering
from hcpy.passes.make_reducible import make_reducible
from hcpy.passes.vulkan.buffers import PODS
from hcpy.passes.vulkan.emit import emit
from hcpy.passes.vulkan.endless import leave_endless_loops
from hcpy.passes.vulkan.kernel import Unsupported
from hcpy.passes.vulkan.spare_lanes import end_spare_lanes
from hcpy.passes.vulkan.structure import StructureError, end_by_returning, nest

_SCALAR = "function(scalarizer<load-store>,dce)"


def run_scalar(lowering: Lowering) -> None:
    """Leaves no arithmetic on vectors."""
    ir.run_passes(lowering.module, _SCALAR)


def run_structure(lowering: Lowering) -> None:
    for function in lowering.kernels:
        end_by_returning(function)
        end_spare_lanes(lowering.module, function)
        leave_endless_loops(lowering.module, function)
    make_reducible(lowering.module)
    nest(lowering.module)


def check(lowering: Lowering) -> None:
    """Keeps the words of the image; where there are none, an error for what each kernel has that the target
    does not."""
    found: list[tuple[str, ir.Function, ir.Instruction | None]] = []
    pod = lowering.unit.vulkan_pod
    with ir.Module.parse(lowering.module.bitcode()) as again:  # without constants that nothing uses any more
        kept = [kernel for entry in lowering.entries if (kernel := again.function(entry)) is not None]
        try:
            lowering.code = emit(again, kept, pod)
            return
        except (Unsupported, StructureError):
            pass  # of which kernel?
    for function in lowering.kernels:
        try:
            emit(lowering.module, [function], pod)
        except (Unsupported, StructureError) as fault:
            found.append((fault.text, function, fault.place))
    chains = CallChains(lowering)
    for what, function, place in found:
        operator, start = lowering.operators[function.name]
        name = display_name(operator, start)
        way = f" by --abi=logical --pod={pod} in the kernel '{name}'" if pod in PODS else ""
        text = f"{what} is not possible on the target '{lowering.target.kind}'{way}"
        error = chains.error(text, function, place)
        if error.location is None:  # LLVM made the instruction of several
            error = replace(error, location=start)
        if error not in lowering.diagnostics:
            lowering.diagnostics.append(error)
