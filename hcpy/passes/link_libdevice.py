"""Adds the functions of NVIDIA's libdevice that a PTX module calls.

Takes a Lowering with undefined `__nv_*` functions; leaves their text in its module, with libdevice's
questions (__nvvm_reflect) answered.
"""

from __future__ import annotations

import hashlib
import re

from hcpy.model import Diagnostic
from hcpy.passes.irtext import Module
from hcpy.passes.link_library import add_functions, cached_text
from hcpy.passes.lowering import Lowering

_REFLECT = re.compile(r"(%\S+) = call i32 @__nvvm_reflect\(ptr @(\.str[.\d]*)\)")


def run(lowering: Lowering) -> None:
    module = lowering.module
    wanted = [n for n, f in module.functions.items() if f.is_declaration and n.startswith("__nv_")]
    if not wanted:
        return
    path = lowering.toolchain.libdevice
    if path is None:
        text = "maths in kernels needs NVIDIA's libdevice; install it with: pip install nvidia-nvvm"
        lowering.diagnostics.append(Diagnostic("error", None, text))
        return
    bitcode = path.read_bytes()
    name = f"libdevice-{hashlib.sha256(bitcode).hexdigest()[:16]}.ll"
    library = Module.parse(cached_text(name, lambda: _disassemble(bitcode)))
    answers = _answers(lowering)

    def answer(match: re.Match[str]) -> str:
        question = library.globals[match.group(2)].initializer[2:-1].removesuffix("\\00")
        return f"{match.group(1)} = add i32 {answers.get(question, 0)}, 0"

    add_functions(module, library, wanted, lambda line: _REFLECT.sub(answer, line), "nounwind")


def _answers(lowering: Lowering) -> dict[str, int]:
    precise = int(not lowering.unit.fast_math)
    digits = re.search(r"\d+", lowering.target.arch)
    return {
        "__CUDA_FTZ": 1 - precise,
        "__CUDA_PREC_DIV": precise,
        "__CUDA_PREC_SQRT": precise,
        "__CUDA_ARCH": int(digits.group()) * 10 if digits else 800,
    }


def _disassemble(bitcode: bytes) -> str:
    import llvmlite.binding as llvm  # only here: a cached text needs no LLVM

    return str(llvm.parse_bitcode(bitcode))
