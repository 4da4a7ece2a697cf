"""Lets OpenCL devices fuse multiplications and additions where the source allows it.

Takes a Lowering; SPIR-V cannot say `contract` at an instruction, only forbid it for an entry, which the back
end does unless the module has OpenCL's metadata.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Function
from hcpy.passes.lowering import Lowering

_MAY_CONTRACT = re.compile(r" = f(?:add|sub|mul) (?:\w+ )*?(?:contract|fast) ")


def run(lowering: Lowering) -> None:
    functions = (part for part in lowering.module.items if isinstance(part, Function))
    if any(_MAY_CONTRACT.search(line) for function in functions for line in function.body):
        lowering.module.add("!opencl.enable.FP_CONTRACT = !{}")
