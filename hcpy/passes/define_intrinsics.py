"""Defines LLVM's intrinsics that a back end lacks or gets wrong, in terms of those that it has.

Takes a module, most of the time an optimised one: the optimiser makes intrinsics of the C library's calls,
of loops and of comparisons. Leaves calls of our functions, and maths functions that later passes map.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.passes import half_bodies
from hcpy.passes.intrinsic_bodies import BODIES, Body, Types
from hcpy.passes.intrinsics import Intrinsic, read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.reduction_bodies import REDUCTION_BODIES
from hcpy.passes.wide_bodies import WIDE_BODIES
from hcpy.passes.widened import odd_width

_PREFIX = "__hcrt_intrinsic_"
_HALVES = ("f16", "bf16")
_SHOWN = {
    ir.TypeKind.HALF: "half",
    ir.TypeKind.BFLOAT: "bfloat",
    ir.TypeKind.FLOAT: "float",
    ir.TypeKind.DOUBLE: "double",
}

# What LLVM 22's SPIR-V back end can't select, or selects wrongly: minimum and maximum as OpenCL's fmin and
# fmax, which ignore a NaN; products with overflow as an instruction that Intel's runtime can't build,
# saturated conversions as one that makes its greatest number of a NaN there, and funnel shifts by 0 as one by
# the whole width, which SPIR-V leaves undefined.
_SPIRV = frozenset(
    """canonicalize exp10 fptosi.sat fptoui.sat fshl fshr ldexp llrint lrint maximum maximumnum minimum
    minimumnum sadd.with.overflow sincos sincospi smul.with.overflow sshl.sat ssub.with.overflow
    umul.with.overflow ushl.sat""".split()
)
# These before optimisation, which then sees what is computed. Vulkan has no vectors in calls, and OpenCL none
# of five numbers.
_REDUCTIONS = frozenset(REDUCTION_BODIES)
_SPIRV_EARLY = _REDUCTIONS | frozenset("sadd.with.overflow smul.with.overflow ssub.with.overflow".split())
_PTX = frozenset("llrint llround lrint lround modf sincos sincospi".split())
# On PTX what libdevice has is mapped by map_ptx_maths; halves and vectors have nothing there.
_PTX_OF_HALVES = frozenset(
    """acos asin atan atan2 canonicalize cos cosh exp exp10 exp2 log log10 log2 pow powi sin sinh tan
    tanh""".split()
)

# OpenCL has functions of half as an extra (cl_khr_fp16). PoCL lacks them.
_SPIRV_OF_HALVES = (_PTX_OF_HALVES - {"canonicalize"}) | frozenset(
    """ceil copysign fabs floor fma ldexp maxnum minnum nearbyint rint round roundeven sqrt
    trunc""".split()
)
_VULKAN_OF_HALVES = _PTX_OF_HALVES - {"canonicalize"} | frozenset(("fma", "round", "ldexp"))


def run_spirv_early(lowering: Lowering) -> None:
    _define(lowering.module, "spir_func ", _SPIRV_EARLY, frozenset())


def run_spirv(lowering: Lowering) -> None:
    _define(lowering.module, "spir_func ", _SPIRV, _SPIRV_OF_HALVES)


def run_wide(lowering: Lowering) -> None:
    """What split_wide_integers, which comes next, has no halves for."""
    _define(lowering.module, "spir_func ", frozenset(WIDE_BODIES), frozenset(), of_wide=True)


def run_vulkan(lowering: Lowering) -> None:
    own = {"canonicalize", "exp10", "fshl", "fshr", "umul.with.overflow"}  # those of passes/vulkan
    _define(lowering.module, "spir_func ", _SPIRV - own | _REDUCTIONS, _VULKAN_OF_HALVES)


def run_ptx(lowering: Lowering) -> None:
    _define(lowering.module, "", _PTX, _PTX_OF_HALVES, lanes=_PTX_OF_HALVES)


def for_host(module: ir.Module) -> None:
    """Before optimisation: LLVM's vectoriser ends the process on a frexp whose exponent nobody reads."""
    _define(module, "", frozenset(("frexp",)), frozenset())


def _define(
    module: ir.Module,
    convention: str,
    lacking: frozenset[str],
    through_float: frozenset[str],
    *,
    of_wide: bool = False,
    lanes: frozenset[str] = frozenset(),
) -> None:
    """Until nothing is left: what a definition needs may be lacking too. `lanes`: what has no vectors."""
    while found := list(_lacking(module, lacking, through_float, of_wide, lanes)):
        made = [(_stand_in(module, function), body) for function, body in found]
        names = [function.name for function, _ in made]
        _link_bodies(module, made, convention)  # the definitions take the declarations' places
        for name in names:
            defined = module.function(name)
            assert defined is not None, name
            defined.linkage = ir.Linkage.INTERNAL


def _lacking(
    module: ir.Module,
    lacking: frozenset[str],
    through_float: frozenset[str],
    of_wide: bool,
    lanes: frozenset[str],
) -> Iterator[tuple[ir.Function, Body]]:
    """Each intrinsic that is used and must not be, with what defines it."""
    for function in module.functions:
        found = read_intrinsic(function.name)
        if found is None or not found.types or _has_odd_width(function.value_type):
            continue
        if ("i128" in found.types) != of_wide:
            continue
        half = any(part.endswith(_HALVES) for part in found.types)
        parameters = function.value_type.parameters
        vector = bool(parameters) and parameters[0].is_vector
        special = (half and found.name in through_float) or (vector and found.name in lanes)
        if found.name not in lacking and not special:
            continue
        if found.name in REDUCTION_BODIES:
            yield function, REDUCTION_BODIES[found.name]
        elif vector:
            yield function, _lanes_of(found)
        elif half and found.name in through_float:
            yield function, _of_halves(found)
        else:
            yield function, (WIDE_BODIES if of_wide else BODIES)[found.name]


def _has_odd_width(type_: ir.Type) -> bool:
    """widen_integers comes first, where there are such."""
    return any(odd_width(parameter) for parameter in type_.parameters)


def _stand_in(module: ir.Module, intrinsic: ir.Function) -> ir.Function:
    """Our function that is called instead of the intrinsic."""
    name = _PREFIX + intrinsic.name.removeprefix("llvm.").replace(".", "_")
    made = module.declare(name, intrinsic.value_type)
    intrinsic.replace_uses(made)
    intrinsic.erase()
    return made


def _link_bodies(module: ir.Module, made: list[tuple[ir.Function, Body]], convention: str) -> None:
    """The bodies are a library in LLVM's language, which LLVM reads and links."""
    lines = [f'target datalayout = "{module.data_layout}"', f'target triple = "{module.triple}"']
    needed: dict[str, str] = {}
    for function, body in made:
        type_ = function.value_type
        types = Types(_shown(type_.result), tuple(map(_shown, type_.parameters)))
        code, more = body(types, convention)
        needed |= more
        parameters = ", ".join(f"{shown} %{n}" for n, shown in enumerate(types.parameters))
        lines += [
            f"define {types.result} @{function.name}({parameters}) nounwind alwaysinline {{",
            "entry:",
            *code,
            "}",
        ]
    names = {function.name for function, _ in made}
    lines += [f"declare {declared}" for name, declared in needed.items() if name not in names]
    module.link(ir.Module.parse("\n".join(lines).encode(), "intrinsics", module.owner))


def _shown(type_: ir.Type) -> str:
    """A type of an intrinsic in LLVM's language."""
    if type_.is_vector:
        return f"<{type_.count} x {_shown(type_.element)}>"
    if type_.is_struct:
        return f"{{ {', '.join(map(_shown, type_.elements))} }}"
    return _SHOWN[type_.kind] if type_.is_floating else f"i{type_.width}"


def _lanes_of(intrinsic: Intrinsic) -> Body:
    """One lane after the other."""

    def body(types: Types, convention: str) -> tuple[list[str], dict[str, str]]:
        scalar = ".".join(("llvm", intrinsic.name, *map(_lane_part, intrinsic.types)))
        results = _parts(types.result)
        elements = [_element(result) for result in results]
        pair = f"{{ {', '.join(elements)} }}" if types.result[0] == "{" else elements[0]
        parameters = [_element(parameter) for parameter in types.parameters]
        lines: list[str] = []
        wholes = ["poison"] * len(results)
        for lane in range(int(types.parameters[0][1:].split(" x ")[0])):
            given = []
            for n, (vector, element) in enumerate(zip(types.parameters, parameters, strict=True)):
                if vector == element:
                    given.append(f"{element} %{n}")
                    continue
                lines.append(f"%x{lane}.{n} = extractelement {vector} %{n}, i32 {lane}")
                given.append(f"{element} %x{lane}.{n}")
            lines.append(f"%y{lane} = call {pair} @{scalar}({', '.join(given)})")
            for n, (vector, element) in enumerate(zip(results, elements, strict=True)):
                value = f"%y{lane}"
                if pair[0] == "{":
                    value = f"%z{lane}.{n}"
                    lines.append(f"{value} = extractvalue {pair} %y{lane}, {n}")
                whole = f"%w{lane}.{n}"
                lines.append(f"{whole} = insertelement {vector} {wholes[n]}, {element} {value}, i32 {lane}")
                wholes[n] = whole
        return [*lines, *_returned(types.result, results, wholes)], {
            scalar: f"{pair} @{scalar}({', '.join(parameters)})"
        }

    return body


def _parts(shown: str) -> list[str]:
    """The vectors of a struct of them; a vector itself."""
    return [part.strip("{} ") for part in shown.split(", ")]


def _returned(type_: str, parts: list[str], values: list[str]) -> list[str]:
    if type_[0] != "{":
        return [f"ret {type_} {values[0]}"]
    lines, whole = [], "poison"
    for n, (part, value) in enumerate(zip(parts, values, strict=True)):
        lines.append(f"%r{n} = insertvalue {type_} {whole}, {part} {value}, {n}")
        whole = f"%r{n}"
    return [*lines, f"ret {type_} {whole}"]


def _lane_part(part: str) -> str:
    """`v4f32` for `f32`."""
    return part[1:].lstrip("0123456789") if part[0] == "v" else part


def _element(shown: str) -> str:
    return shown.split(" x ")[1].rstrip(">") if shown.startswith("<") else shown


def _of_halves(intrinsic: Intrinsic) -> Body:
    exact = half_bodies.BODIES.get(intrinsic.name)
    return exact if exact is not None and intrinsic.types[0] == "f16" else _through_float(intrinsic)


def _through_float(intrinsic: Intrinsic) -> Body:
    """In float, which holds each result of halves."""

    def body(types: Types, convention: str) -> tuple[list[str], dict[str, str]]:
        parts = ["f32" if part in _HALVES else part for part in intrinsic.types]
        wide = ".".join(("llvm", intrinsic.name, *parts))
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
