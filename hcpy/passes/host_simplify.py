"""Host target: brings the kernels into the form that the host passes read.

Takes prepared text; gives text in which each kernel is one function in SSA form, everything inlined. No
pass is run that would drop nsw (Reassociate) or contract (GVN) from the arithmetic.

Loops of the user stay loops, for strips keep more rows of a tile in registers than unrolled code would;
where a private array is indexed in them they are unrolled after all, so that the array falls apart into
values.
"""

from __future__ import annotations

import re

import llvmlite.binding as llvm

from hcpy.passes.host_prepare import ROLLED

_CLEAN = ("sroa", "simplify_cfg", "instruction_combine")
_UNROLL = ("loop_rotate", "loop_unroll", *_CLEAN, "dead_code_elimination")
_FUNCTION = re.compile(r"^define .*?^}$", re.M | re.S)


def simplify(text: str, machine: llvm.TargetMachine) -> tuple[str, llvm.ModuleRef]:
    module = llvm.parse_assembly(text)
    _run(module, machine, ("always_inliner", "global_dead_code_eliminate", *_CLEAN, *_UNROLL))
    text = str(module)
    arrays = {
        n for f in _FUNCTION.findall(text) if " alloca [" in f for n in re.findall(r"!llvm\.loop (!\d+)", f)
    }
    if arrays:
        module = llvm.parse_assembly(_let_unroll(text, arrays))
        _run(module, machine, _UNROLL)
        text = str(module)
    return _let_unroll(text, None), module


def _let_unroll(text: str, loops: set[str] | None) -> str:
    """Takes back what keeps loops rolled; None: all loops."""
    node = re.search(rf"^(!\d+) = {re.escape(ROLLED)}$", text, re.M)
    if node is None:
        return text
    pattern = re.compile(rf"^(!\d+)( = distinct .*), {node.group(1)}(?!\d)(.*)$", re.M)
    return pattern.sub(
        lambda m: (
            m.group(1) + m.group(2) + m.group(3) if loops is None or m.group(1) in loops else m.group(0)
        ),
        text,
    )


def _run(module: llvm.ModuleRef, machine: llvm.TargetMachine, passes: tuple[str, ...]) -> None:
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    manager = llvm.create_new_module_pass_manager()
    for name in passes:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)
