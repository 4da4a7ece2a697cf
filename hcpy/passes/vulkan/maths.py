"""Links the C library's maths functions from our own device library.

Takes a Lowering; calls of C's functions and of LLVM's intrinsics that stand for them become calls of functions
of runtime/device/vulkan.cpp, whose bodies are linked into the module.
"""

from __future__ import annotations

from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    """None yet."""
