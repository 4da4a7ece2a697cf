"""Maths functions of vectors: what a loop over work-items calls in place of one call for each of them.

`offer` takes a kernel's function, in which everything is inlined; it declares functions of 2 to 16 elements,
and names them to LLVM's vectoriser by attributes of the calls; the vectoriser of this folder (simd/) asks
`vector_form`. `define` gives them bodies for one architecture, which call libhcrt's functions of
whole registers (runtime/backends/host/vector_maths.cpp: libmvec's); `finish` inlines what is used of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hcpy import ir

_UNARY = frozenset(
    "acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 log log10 log1p log2 sin"
    " sinh tan tanh".split()
)
_BINARY = frozenset("atan2 hypot pow".split())
_KINDS = {"f32": "f", "f64": ""}  # of LLVM's own functions -> the suffix of C's
_WIDTHS = (2, 4, 8, 16)
REGISTERS = {"x86-64": 16, "x86-64-v2": 16, "x86-64-v3": 32, "x86-64-v4": 64}  # bytes
# What libmvec's exceeds 4 ulp in, or nearly: taken in halves.
_INEXACT = frozenset((("erff", 16),))
_VARIANTS = "vector-function-abi-variant"
_KEPT = "llvm.compiler.used"
_PURE = ("nocallback", "nofree", "nosync", "nounwind", "speculatable", "willreturn")


def scalar_name(callee: str) -> str:
    """C's name of a function that has a vector form; empty: there is none."""
    name = callee
    if callee.startswith("llvm."):
        stem, _, kind = callee.removeprefix("llvm.").rpartition(".")
        if kind not in _KINDS:
            return ""
        name = stem + _KINDS[kind]
    return name if _stem(name) in _UNARY | _BINARY else ""


def _stem(name: str) -> str:
    return name if name in _UNARY | _BINARY else name.removesuffix("f")


def offer(module: ir.Module, function: ir.Function) -> None:
    for call in list(function.calls()):
        if name := scalar_name(call.callee_name):
            callee = call.callee
            assert callee is not None
            if not callee.is_intrinsic:
                _make_pure(callee)
            variants = [_variant(module, callee.name, name, width) for width in _WIDTHS]
            call.attributes.add_text(_VARIANTS, ",".join(variants))


def vector_form(module: ir.Module, callee: str, width: int) -> ir.Function | None:
    """What was offered."""
    name = scalar_name(callee)
    return module.function(_symbol(name, width)) if name else None


def _symbol(name: str, width: int) -> str:
    return f"hc.v{width}.{name}"


def _variant(module: ir.Module, callee: str, name: str, width: int) -> str:
    """The vector form, declared, in the words of LLVM's vector function ABI."""
    symbol, count = _symbol(name, width), _arity(name)
    kind = _element(module, name).vector(width)
    _make_pure(module.declare(symbol, module.types.function(kind, [kind] * count)))
    return f"_ZGV_LLVM_N{width}{'v' * count}_{callee}({symbol})"


def _arity(name: str) -> int:
    return 2 if _stem(name) in _BINARY else 1


def _element(module: ir.Module, name: str) -> ir.Type:
    return module.types.double if _stem(name) == name else module.types.float


def _make_pure(function: ir.Function) -> None:
    """Kernels know no errno."""
    function.attributes.add("memory", 0)
    for attribute in _PURE:
        function.attributes.add(attribute)


# --- one architecture --------------------------------------------------------------------------------
def define(module: ir.Module, arch: str) -> bool:
    """Were there any? They stay until `finish`: the calls' attributes name them in texts alone."""
    forms = list(_forms(module))
    for function, name, width in forms:
        _write(module, function, name, width, REGISTERS[arch])
    if forms:
        pointer = module.types.pointer()
        kept = module.add_variable(_KEPT, pointer.array(len(forms)))
        kept.linkage = ir.Linkage.APPENDING
        kept.section = "llvm.metadata"
        kept.initializer = pointer.array(len(forms)).const_aggregate([function for function, _, _ in forms])
    return bool(forms)


def finish(module: ir.Module, machine: ir.Machine) -> None:
    kept = module.variable(_KEPT)
    assert kept is not None
    kept.erase()
    ir.run_passes(module, "always-inline,globaldce", machine)


def _forms(module: ir.Module) -> Iterator[tuple[ir.Function, str, int]]:
    for name in sorted(_UNARY | _BINARY):
        for suffix in _KINDS.values():
            for width in _WIDTHS:
                function = module.function(_symbol(name + suffix, width))
                if function is not None:
                    yield function, name + suffix, width


def _write(module: ir.Module, function: ir.Function, name: str, width: int, register: int) -> None:
    element = _element(module, name)
    most = register // module.layout.size(element)
    if (name, most) in _INEXACT:
        most //= 2
    least = 16 // module.layout.size(element)
    lanes = max(min(width, most), least)
    kind = element.vector(lanes)
    signature = module.types.function(kind, [kind] * len(function.arguments))
    called = module.declare(f"__hcrt_v{lanes}_{name}", signature)
    _make_pure(called)
    function.linkage = ir.Linkage.INTERNAL
    function.attributes.add("alwaysinline")
    with ir.Builder.at_end(function.append_block("entry")) as build:
        parts: list[ir.Value] = []
        for first in range(0, width, lanes):
            # Of a vector that is shorter than a register the elements are taken twice.
            places = [first + n % width for n in range(lanes)]
            given = [_shuffled(build, argument, None, places) for argument in function.arguments]
            parts.append(build.call(called, given))
        while len(parts) > 1:
            whole = range(2 * parts[0].type.count)
            parts = [_shuffled(build, a, b, whole) for a, b in zip(parts[::2], parts[1::2], strict=True)]
        build.ret(_shuffled(build, parts[0], None, range(width)))


def _shuffled(build: ir.Builder, a: ir.Value, b: ir.Value | None, places: Sequence[int]) -> ir.Value:
    if list(places) == list(range(a.type.count)) and b is None:
        return a
    i32 = build.types.i32
    mask = i32.vector(len(places)).const_aggregate([i32.const(n) for n in places])
    return build.shuffle(a, a.type.poison() if b is None else b, mask)
