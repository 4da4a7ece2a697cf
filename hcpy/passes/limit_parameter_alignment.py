"""Kernel parameters at multiples of 16 bytes at most, as the driver places a buffer of them.

Takes a Lowering whose module is optimised for PTX. The place of the first parameter is a multiple of 16
(sm_90: 0x210 in the constant bank); ptxas moves one of a greater alignment further, cuLaunchKernel's buffer
it does not. No access to parameters is wider than 16 bytes.
"""

from __future__ import annotations

import re

from hcpy.passes.lowering import Lowering

_MOST = 16  # bytes
_ALIGNED = re.compile(r"(\bbyval\(.*?\) align )(\d+)")


def run(lowering: Lowering) -> None:
    for entry in lowering.entries:
        function = lowering.module.functions[entry]
        function.header = _ALIGNED.sub(lambda m: f"{m[1]}{min(int(m[2]), _MOST)}", function.header)
