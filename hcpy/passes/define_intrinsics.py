"""Defines LLVM's intrinsics that a back end lacks or gets wrong, in terms of those that it has.

Takes a Lowering whose module is optimised: the optimiser makes intrinsics of the C library's calls, of loops
and of comparisons. Leaves calls of functions of our own, and maths functions that later passes map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcpy import ir
from hcpy.passes.intrinsic_bodies import BODIES, Body, Types
from hcpy.passes.ir_lines import Function, Module, rewritten
from hcpy.passes.lowering import Lowering

_NAME = re.compile(r"llvm\.([a-z][\w.]*?)((?:\.(?:v\d+)?(?:i\d+|b?f\d+))+)$")
_VECTOR = re.compile(r"<(\d+) x (\w+)>$")
_PREFIX = "__hcrt_intrinsic_"

# What LLVM 22's SPIR-V back end can't select, or selects wrongly: minimum and maximum as OpenCL's fmin and
# fmax, which ignore a NaN; products with overflow as an instruction that Intel's runtime can't build.
_SPIRV = frozenset(
    """canonicalize exp10 ldexp llrint lrint maximum maximumnum minimum minimumnum sadd.with.overflow sincos
    sincospi smul.with.overflow sshl.sat ssub.with.overflow umul.with.overflow ushl.sat""".split()
)
_PTX = frozenset("llrint llround lrint lround modf sincos sincospi".split())
# On PTX what libdevice has is mapped by map_ptx_maths; halves have nothing there.
_PTX_OF_HALVES = frozenset(
    """acos asin atan atan2 canonicalize cos cosh exp exp10 exp2 log log10 log2 pow powi sin sinh tan
    tanh""".split()
)


def run_spirv(lowering: Lowering) -> None:
    lowering.module = _defined(lowering.module, "spir_func ", _SPIRV, frozenset(("exp10", "ldexp")))


def run_ptx(lowering: Lowering) -> None:
    lowering.module = _defined(lowering.module, "", _PTX, _PTX_OF_HALVES)


def for_host(module: ir.Module) -> ir.Module:
    """Before optimisation: LLVM's vectoriser ends the process on a frexp whose exponent nobody reads."""
    return _defined(module, "", frozenset(("frexp",)), frozenset())


def _defined(
    module: ir.Module, convention: str, lacking: frozenset[str], through_float: frozenset[str]
) -> ir.Module:
    """The same, or a changed one; the one that was given is closed then."""
    declared = (f.name for f in module.functions if f.is_declaration)
    if not any(_is_lacking(name, lacking, through_float) for name in declared):
        return module
    return rewritten(module, lambda lines: _run(lines, convention, lacking, through_float))


def _is_lacking(name: str, lacking: frozenset[str], through_float: frozenset[str]) -> bool:
    match = _NAME.match(name)
    if match is None:
        return False
    base, suffix = match.groups()
    return base in lacking or (base in through_float and (".f16" in suffix or ".bf16" in suffix))


def _run(module: Module, convention: str, lacking: frozenset[str], through_float: frozenset[str]) -> None:
    """Until nothing is left: what a definition needs may be lacking too."""
    while found := dict(_lacking(module, lacking, through_float)):
        module.rename({name: new for name, (new, _) in found.items()})
        for new, body in found.values():
            declared = module.functions[new]
            types = Types(declared.return_type, tuple(_type(p) for p in declared.parameters))
            module.remove(declared)
            parameters = ", ".join(f"{type_} %{n}" for n, type_ in enumerate(types.parameters))
            header = f"define internal {types.result} @{new}({parameters}) nounwind alwaysinline {{"
            lines, needed = body(types, convention)
            module.add(Function(new, header, ["entry:", *(f"  {line}" for line in lines)]))
            for name, declaration in needed.items():
                if name not in module.functions:
                    module.add(Function(name, f"declare {declaration}"))


def _type(parameter: str) -> str:
    """Without its attributes: `i1 immarg`."""
    return parameter if parameter.startswith("<") else parameter.split()[0]


def _lacking(
    module: Module, lacking: frozenset[str], through_float: frozenset[str]
) -> Iterator[tuple[str, tuple[str, Body]]]:
    """(intrinsic, (its new name, what defines it))."""
    for name, function in module.functions.items():
        match = _NAME.match(name)
        if match is None or not function.is_declaration or not _is_lacking(name, lacking, through_float):
            continue
        base, suffix = match.groups()
        half = ".f16" in suffix or ".bf16" in suffix
        new = _PREFIX + name.removeprefix("llvm.").replace(".", "_")
        if _VECTOR.match(_type(function.parameters[0])):
            yield name, (new, _lanes_of(name))
        elif half and base in through_float:
            yield name, (new, _through_float(name))
        else:
            yield name, (new, BODIES[base])


def _lanes_of(name: str) -> Body:
    """One lane after the other."""

    def body(types: Types, convention: str) -> tuple[list[str], dict[str, str]]:
        scalar = re.sub(r"\.v\d+", ".", name)
        result, *parameters = (_element(t) for t in (types.result, *types.parameters))
        lines: list[str] = []
        whole = "poison"
        count = int(_VECTOR.match(types.parameters[0])[1])  # type: ignore[index]
        for lane in range(count):
            given = []
            for n, (vector, element) in enumerate(zip(types.parameters, parameters, strict=True)):
                if vector == element:
                    given.append(f"{element} %{n}")
                    continue
                lines.append(f"%x{lane}.{n} = extractelement {vector} %{n}, i32 {lane}")
                given.append(f"{element} %x{lane}.{n}")
            lines.append(f"%y{lane} = call {result} @{scalar}({', '.join(given)})")
            lines.append(f"%w{lane} = insertelement {types.result} {whole}, {result} %y{lane}, i32 {lane}")
            whole = f"%w{lane}"
        return [*lines, f"ret {types.result} {whole}"], {
            scalar: f"{result} @{scalar}({', '.join(parameters)})"
        }

    return body


def _element(type_: str) -> str:
    vector = _VECTOR.match(type_)
    return vector[2] if vector else type_


def _through_float(name: str) -> Body:
    """In float, which holds each result of halves."""

    def body(types: Types, convention: str) -> tuple[list[str], dict[str, str]]:
        wide = re.sub(r"\.b?f16", ".f32", name, count=1)
        lines, given = [], []
        for n, type_ in enumerate(types.parameters):
            if type_ in ("half", "bfloat"):
                lines.append(f"%x{n} = fpext {type_} %{n} to float")
            given.append(f"float %x{n}" if type_ in ("half", "bfloat") else f"{type_} %{n}")
        lines.append(f"%y = call float @{wide}({', '.join(given)})")
        lines.append(f"%r = fptrunc float %y to {types.result}")
        declared = ", ".join(word.split()[0] for word in given)
        return [*lines, f"ret {types.result} %r"], {wide: f"float @{wide}({declared})"}

    return body
