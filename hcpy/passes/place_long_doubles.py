"""Gives members of the type long double a type that SPIR-V has, of the same size and alignment.

Takes a Lowering whose module is optimised, in which no instruction touches a long double: check_device_ir has
refused those.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.ir_lines import Module, rewrite, uses_type
from hcpy.passes.lowering import Lowering

_TYPE = "x86_fp80"


def run(lowering: Lowering) -> None:
    if uses_type(lowering.module, lambda type_: type_.kind is ir.TypeKind.X86_FP80):
        rewrite(lowering, _run)


def _run(module: Module) -> None:
    for n, item in enumerate(module.items):
        if isinstance(item, str):
            module.items[n] = item.replace(_TYPE, "<2 x i64>")
        else:
            item.header = item.header.replace(_TYPE, "<2 x i64>")
            item.body = [line.replace(_TYPE, "<2 x i64>") for line in item.body]
