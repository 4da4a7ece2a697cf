"""Adds the functions of NVIDIA's libdevice that a PTX module calls.

Takes a Lowering with undefined `__nv_*` functions; leaves them defined in its module, with libdevice's
questions (__nvvm_reflect) answered.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.model import Diagnostic
from hcpy.passes.link_library import link_functions
from hcpy.passes.lowering import Lowering

_QUESTION = "__nvvm_reflect"


def run(lowering: Lowering) -> None:
    module = lowering.module
    wanted = {f.name for f in module.functions if f.is_declaration and f.name.startswith("__nv_")}
    if not wanted:
        return
    path = lowering.toolchain.libdevice
    if path is None:
        text = "maths in kernels needs NVIDIA's libdevice; install it with: pip install nvidia-nvvm"
        lowering.diagnostics.append(Diagnostic("error", None, text))
        return
    link_functions(module, path.read_bytes(), wanted)
    _answer(module, _answers(lowering))


def _answer(module: ir.Module, answers: dict[str, int]) -> None:
    function = module.function(_QUESTION)
    if function is None:
        return
    for call in function.call_sites:
        variable = ir.symbols_in(call.arguments[0])[0]
        assert isinstance(variable, ir.Variable) and isinstance(variable.initializer, ir.Data)
        question = variable.initializer.text.rstrip(b"\0").decode()
        call.replace(call.type.const(answers.get(question, 0)))
    function.erase()


def _answers(lowering: Lowering) -> dict[str, int]:
    precise = int(not lowering.unit.fast_math)
    digits = "".join(c for c in lowering.target.arch if c.isdigit())
    return {
        "__CUDA_FTZ": 1 - precise,
        "__CUDA_PREC_DIV": precise,
        "__CUDA_PREC_SQRT": precise,
        "__CUDA_ARCH": int(digits) * 10 if digits else 800,
    }
