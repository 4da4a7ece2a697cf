"""wide_numbers: numbers of 64 bits without sign, whatever LLVM's vectoriser knows of them."""

from __future__ import annotations

import ctypes

import pytest
from pass_support import execution

from hcpy import ir
from hcpy.passes.wide_numbers import convert_by_halves

VALUES = [
    *(0, 1, 3, -1, -7, -2, 2**24 + 1, 2**53 + 1, 2**62 + 2**38, 2**63, 2**63 + 1, 2**63 + 2**39),
    *(2**63 + 2**39 + 1, 2**63 + 3 * 2**39, 2**63 + 2**10, 2**63 + 2**10 + 1, 2**64 - 2**39, 2**64 - 2**10),
]


def text(kind: str) -> bytes:
    return f"""define {kind} @f(i64 %n) {{
  %x = uitofp i64 %n to {kind}
  ret {kind} %x
}}
define float @g(i64 %n) {{
  %m = lshr i64 %n, 1
  %x = uitofp i64 %m to float
  ret float %x
}}
""".encode()


@pytest.mark.parametrize("kind", ["float", "double"])
def test_each_number_is_rounded_once(kind: str) -> None:
    module = ir.Module.parse(text(kind), "wide")
    convert_by_halves(module)
    module.verify()
    first, short = module.function("f"), module.function("g")
    assert first is not None and not list(first.instructions_of(ir.Opcode.UITOFP))
    assert short is not None and len(list(short.instructions_of(ir.Opcode.UITOFP))) == 1
    result = ctypes.c_float if kind == "float" else ctypes.c_double
    with execution(str(module)) as engine:
        call = ctypes.CFUNCTYPE(result, ctypes.c_uint64)(engine.get_function_address("f"))
        for value in VALUES:
            number = value % 2**64
            expected = result(float(number)).value if kind == "double" else nearest_float(number)
            assert call(number) == expected, number


def nearest_float(number: int) -> float:
    """Rounded once, to the even one where two are as near."""
    shift = max(number.bit_length() - 24, 0)
    kept, rest = number >> shift, number & ((1 << shift) - 1)
    half = 1 << shift >> 1
    if shift and (rest > half or (rest == half and kept & 1)):
        kept += 1
    return float(kept << shift)
