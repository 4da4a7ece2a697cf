"""Kernel parameters at multiples of 16 bytes at most, as the driver places a buffer of them.

Takes a Lowering whose module is optimised for PTX. The place of the first parameter is a multiple of 16
(sm_90: 0x210 in the constant bank); ptxas moves one of a greater alignment further, cuLaunchKernel's buffer
it does not. No access to parameters is wider than 16 bytes.
"""

from __future__ import annotations

from hcpy.passes.lowering import Lowering

_MOST = 16  # bytes


def run(lowering: Lowering) -> None:
    for function in lowering.kernels:
        for number in range(len(function.arguments)):
            given = function.parameter_attributes(number)
            if "byval" in given and given.value("align") > _MOST:
                given.remove("align")
                given.add("align", _MOST)
