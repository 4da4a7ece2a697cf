"""Calls of work-item functions, of barriers and of LLVM's intrinsics.

Takes a call of a kernel; writes what it computes.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.specialize import CONSTANTS
from hcpy.passes.vulkan import arithmetic, integer_calls, real_calls, waves
from hcpy.passes.vulkan.kernel import DIVIDES_EXACTLY, GLOBAL_SIZE, ROWS_APART, Kernel, Unsupported, kind_of
from hcpy.passes.vulkan.memory import FENCE, QUEUE_FAMILY, WORKGROUP_SCOPE
from hcpy.passes.vulkan.words import BOOL, F32, GLSL, U32

_BUILTINS = {"_Z12get_local_idj": "LocalInvocationId", "_Z12get_group_idj": "WorkgroupId"}
_GLOBAL_ID = "_Z13get_global_idj"
_LOCAL_SIZE, _GLOBAL_SIZE = "_Z14get_local_sizej", "_Z15get_global_sizej"
_GROUPS = "_Z14get_num_groupsj"
_BARRIERS = ("_Z7barrierj", "_Z21__spirv_MemoryBarrierjj")
_MULTIPLY_HIGH = ("_Z6mul_himm", "_Z6mul_hill")  # of unsigned numbers, and of signed ones
_WORK_ITEM = frozenset(
    (*_BUILTINS, _GLOBAL_ID, _LOCAL_SIZE, _GLOBAL_SIZE, _GROUPS, *_BARRIERS, *_MULTIPLY_HIGH)
)
_CONSTANTS = frozenset(CONSTANTS.values())
_INVERSE_ROOT = "__hcrt_vulkan_inverse_root"
# What the device is asked for, by specialisation constants.
_ASKED = {"__hcrt_vulkan_divides_exactly": DIVIDES_EXACTLY, "__hcrt_vulkan_rows_are_apart": ROWS_APART}
KNOWN = _WORK_ITEM.union(waves.WRITERS, _CONSTANTS, _ASKED, (_INVERSE_ROOT,))
# They say something about the code, and compute nothing.
_SILENT = frozenset(
    """lifetime.start lifetime.end assume experimental.noalias.scope.decl sideeffect donothing
    dbg.value dbg.declare dbg.label dbg.assign invariant.start invariant.end fake.use""".split()
)


def write(kernel: Kernel, call: ir.Instruction) -> None:
    name = call.callee_name
    if name in _WORK_ITEM:
        _work_item(kernel, call, name)
        return
    if name in _CONSTANTS:
        number, value = (constant.value for constant in call.arguments if isinstance(constant, ir.Integer))
        kernel.values[call] = kernel.words.spec_constant(number, value, kind_of(call.type))
        return
    if name in _ASKED:
        kernel.values[call] = arithmetic.test_integer(kernel, kernel.builtin(_ASKED[name]), U32)
        return
    if name == _INVERSE_ROOT:
        kernel.values[call] = kernel.glsl(GLSL["InverseSqrt"], F32, kernel.operand(call.arguments[0]))
        return
    if name in waves.WRITERS:
        waves.WRITERS[name](kernel, call)
        return
    found = read_intrinsic(name)
    if found is None:
        raise Unsupported(f"a call of '{name}'" if name else "a call through a pointer")
    if found.name in _SILENT:
        return
    if found.name in integer_calls.PAIRS:
        kernel.parts[call] = integer_calls.PAIRS[found.name](kernel, call)
        return
    if found.name not in _INTRINSICS:
        raise Unsupported(f"LLVM's '{name}'")
    kernel.values[call] = _INTRINSICS[found.name](kernel, call)


def can(name: str) -> bool:
    """Can an intrinsic be written?"""
    return name in _SILENT or name in integer_calls.PAIRS or name in _INTRINSICS


def _work_item(kernel: Kernel, call: ir.Instruction, name: str) -> None:
    if name in _BARRIERS:
        semantics = kernel.u32(FENCE)
        if name == _BARRIERS[0]:
            scope = kernel.u32(WORKGROUP_SCOPE)
            kernel.emit("ControlBarrier", scope, scope, semantics)
        else:
            kernel.emit("MemoryBarrier", kernel.u32(QUEUE_FAMILY), semantics)
        return
    if name in _MULTIPLY_HIGH:
        a, b = (kernel.operand(value) for value in call.arguments)
        signed = name == _MULTIPLY_HIGH[1]
        kernel.values[call] = integer_calls.high_product(kernel, a, b, signed)
        return
    dimension = call.arguments[0]
    kind = kind_of(call.type)
    if isinstance(dimension, ir.Integer):
        value = _number(kernel, name, dimension.value)
    else:
        value, chosen = _number(kernel, name, 0), kernel.operand(dimension)
        for other in (1, 2):
            same = kernel.make("IEqual", BOOL, chosen, kernel.u32(other))
            value = kernel.select(U32, same, _number(kernel, name, other), value)
    kernel.values[call] = kernel.convert(value, U32, kind)


def _number(kernel: Kernel, name: str, dimension: int) -> int:
    if dimension > 2:
        return kernel.u32(1 if name in (_LOCAL_SIZE, _GLOBAL_SIZE, _GROUPS) else 0)
    if name == _GLOBAL_SIZE:
        return kernel.push_constant(GLOBAL_SIZE + dimension)
    if name == _LOCAL_SIZE:
        return kernel.builtin(f"size{dimension}")
    if name == _GROUPS:  # a launch may be several dispatches, each of which has fewer groups
        size, one = kernel.builtin(f"tile{dimension}"), kernel.u32(1)
        last = kernel.make("ISub", U32, kernel.push_constant(GLOBAL_SIZE + dimension), one)
        return kernel.make("IAdd", U32, kernel.make("UDiv", U32, last, size), one)
    if (
        name == _GLOBAL_ID
    ):  # Vulkan's own counts in this group's size, which at an edge is smaller than others'
        group, local = (_part(kernel, builtin, dimension) for builtin in ("WorkgroupId", "LocalInvocationId"))
        first = kernel.make("IMul", U32, group, kernel.builtin(f"tile{dimension}"))
        return kernel.make("IAdd", U32, first, local)
    return _part(kernel, _BUILTINS[name], dimension)


def _part(kernel: Kernel, builtin: str, dimension: int) -> int:
    return kernel.make("CompositeExtract", U32, kernel.builtin(builtin), dimension)


def _same(kernel: Kernel, call: ir.Instruction) -> int:
    return kernel.operand(call.arguments[0])


_INTRINSICS: dict[str, Callable[[Kernel, ir.Instruction], int]] = {
    **integer_calls.INTRINSICS,
    **real_calls.INTRINSICS,
    **dict.fromkeys(("expect", "ssa.copy", "launder.invariant.group", "strip.invariant.group"), _same),
}
