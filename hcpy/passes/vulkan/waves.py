"""Operations of a wave, which is a sub-group of Vulkan.

Takes a call of a kernel; writes what it computes.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.vulkan.arithmetic import test_integer
from hcpy.passes.vulkan.kernel import Kernel, kind_of
from hcpy.passes.vulkan.words import U32

_SUBGROUP = 3  # the scope
_VOTE_WORDS = 4


def _builtin(name: str) -> Callable[[Kernel, ir.Instruction], None]:
    def write_it(kernel: Kernel, call: ir.Instruction) -> None:
        kernel.words.capabilities.add("GroupNonUniform")
        kernel.values[call] = kernel.convert(kernel.builtin(name), U32, kind_of(call.type))

    return write_it


def _ballot(kernel: Kernel, call: ir.Instruction) -> None:
    """Four words of bits."""
    words, vote = kernel.words, call.arguments[0]
    words.capabilities |= {"GroupNonUniform", "GroupNonUniformBallot"}
    says = test_integer(kernel, kernel.operand(vote), kind_of(vote.type))
    vector = words.declared("TypeVector", words.type(U32), _VOTE_WORDS)
    votes = kernel.typed("GroupNonUniformBallot", vector, kernel.u32(_SUBGROUP), says)
    kernel.parts[call] = tuple(kernel.make("CompositeExtract", U32, votes, n) for n in range(_VOTE_WORDS))


def _shuffle(kernel: Kernel, call: ir.Instruction) -> None:
    kernel.words.capabilities |= {"GroupNonUniform", "GroupNonUniformShuffle"}
    value, lane = (kernel.operand(argument) for argument in call.arguments)
    scope = kernel.u32(_SUBGROUP)
    kernel.values[call] = kernel.make("GroupNonUniformShuffle", kind_of(call.type), scope, value, lane)


WRITERS: dict[str, Callable[[Kernel, ir.Instruction], None]] = {
    "_Z18get_sub_group_sizev": _builtin("SubgroupSize"),
    "_Z22get_max_sub_group_sizev": _builtin("SubgroupSize"),  # it is that also where lanes are missing
    "_Z22get_sub_group_local_idv": _builtin("SubgroupLocalInvocationId"),
    "_Z16sub_group_balloti": _ballot,
    "_Z17sub_group_shufflejj": _shuffle,
}
