"""Takes the device iteration's processor off every function: the target machine's counts.

Takes a Lowering for a target whose back end reads the processor and its features from each function.
"""

from __future__ import annotations

from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.functions:
        for name in ("target-cpu", "target-features", "tune-cpu"):
            function.attributes.remove_text(name)
