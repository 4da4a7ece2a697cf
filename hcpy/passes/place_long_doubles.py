"""Gives members of the type long double a type that SPIR-V has, of the same size and alignment.

Takes a Lowering in which no instruction touches a long double: check_device_ir has refused those.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Global
from hcpy.passes.lowering import Lowering

_WORD = re.compile(r"\bx86_fp80\b(?: 0xK[0-9A-Fa-f]+)?")


def run(lowering: Lowering) -> None:
    for n, item in enumerate(lowering.module.items):
        if isinstance(item, str) and " = type " in item:
            lowering.module.items[n] = _WORD.sub("<2 x i64>", item)
        elif isinstance(item, Global):
            item.type = _WORD.sub("<2 x i64>", item.type)
            item.initializer = _WORD.sub("<2 x i64> zeroinitializer", item.initializer)
