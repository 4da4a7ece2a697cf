"""Removes debug locations from a module before code is made of it.

Takes a module; leaves the same code without them. PTX would be full of .loc lines; loops keep their
other hints.
"""

from __future__ import annotations

from hcpy import ir


def strip_debug_info(module: ir.Module) -> None:
    if module.named_metadata("llvm.dbg.cu"):
        module.strip_debug_info()
