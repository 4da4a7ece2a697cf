"""Refuses kernels that take memory, or call functions of our headers or of libraries which are for the host
alone.

The program has such functions, so that a kernel of the host target would call them: at the user's place the
GPUs' checks have an error.

Takes: the kernels' module; the DeviceModule that it was made of.
Gives: whether there are calls of such functions; errors.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.errors import CompileError
from hcpy.core.model import DeviceModule, Target, Toolchain
from hcpy.passes import drop_unreachable, fit_functions, long_sums, sort_without_recursion
from hcpy.passes.check_device_ir import check_memory
from hcpy.passes.check_externals import OURS, Limits, check_externals
from hcpy.passes.host_library import is_hosts
from hcpy.passes.lowering import Lowering


def are_called(module: ir.Module) -> bool:
    """In code that may not run, too."""
    called = (call.callee for function in module.definitions for call in function.calls())
    return any(f is not None and f.is_declaration and _is_refused(f.name) for f in called)


def _is_refused(name: str) -> bool:
    return name.startswith(OURS) or is_hosts(name)


def refuse(device: DeviceModule, target: Target, toolchain: Toolchain) -> None:
    """Raises CompileError with each call's way from the kernel, where one is left."""
    lowering = Lowering.begin(device, target, toolchain)
    sort_without_recursion.run(lowering)  # the library's sorts take none there
    fit_functions.run(lowering)
    check_memory(lowering)
    lowering.run((drop_unreachable.run,))
    # What the GPUs' optimisers leave is refused there.
    long_sums.optimise(lowering.module, ir.Machine.x86(lowering.module.triple, "x86-64"), ir.Tuning())
    check_externals(lowering, Limits(is_known=lambda name: not _is_refused(name)))
    if lowering.diagnostics:
        raise CompileError(lowering.diagnostics)
