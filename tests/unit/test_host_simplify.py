"""The host's hcpy/passes/host/simplify.py: vectors that x86-64's calling convention made are taken apart."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.passes.host.lowering import BASELINE, machine
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.simplify import simplify

# A struct of floats, as a call that was inlined left it, that changes in a loop.
TURNED = """entry: {begin}
  %start = insertelement <{n} x float> zeroinitializer, float 1.0, i64 0
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi <{n} x float> [ %start, %entry ], [ %turned, %loop ]
  %x = extractelement <{n} x float> %v, i64 0
  %y = extractelement <{n} x float> %v, i64 1
  %half = fmul float %x, 0.5
  %one = insertelement <{n} x float> %v, float %y, i64 0
  %turned = insertelement <{n} x float> %one, float %half, i64 1
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %sum = fadd float %x, %y
  store float %sum, ptr %to
  ret void
"""


@pytest.mark.parametrize(("elements", "stay"), [(2, False), (4, True)])
def test_pairs_are_taken_apart_and_wider_vectors_stay(elements: int, stay: bool) -> None:
    made = Made(TURNED.format(begin=BEGIN, n=elements))
    simplify(made.module, machine(BASELINE))
    made.module.verify()
    found = [op for op in made.function.instructions_of(ir.Opcode.PHI) if op.type.is_vector]
    assert bool(found) is stay


# Another kernel of the program, with vectors of four: the program's own.
WIDER = """entry:
  %v = load <4 x float>, ptr %object
  %x = extractelement <4 x float> %v, i64 1
  store float %x, ptr %object
  ret void
}
define void @another(ptr %object) {
"""


def test_one_kernels_vectors_are_no_reason_to_keep_anothers_pairs() -> None:
    made = Made(WIDER + TURNED.format(begin=BEGIN, n=2))
    simplify(made.module, machine(BASELINE))
    made.module.verify()
    kernel, other = (made.module.function(name) for name in ("kernel", "another"))
    assert kernel is not None and other is not None
    assert [op.type.count for op in kernel.instructions_of(ir.Opcode.LOAD) if op.type.is_vector] == [4]
    assert not [op for op in other.instructions_of(ir.Opcode.PHI) if op.type.is_vector]


def test_without_vector_code_pairs_stay() -> None:
    made = Made(TURNED.format(begin=BEGIN, n=2))
    simplify(made.module, machine(BASELINE), wishes=Wishes("none"))
    assert [op for op in made.function.instructions_of(ir.Opcode.PHI) if op.type.is_vector]


@pytest.mark.parametrize("wishes", [Wishes(), Wishes.of(("-fno-hcc-rewrite=early-cse",))])
def test_the_larger_of_two_elements_is_a_choice_of_values(wishes: Wishes) -> None:
    """`s[l] = s[l] > s[k] ? s[l] : s[k]` chooses an address in C++; an address from a choice is scattered."""
    made = Made(f"""entry: {BEGIN}
  %a.at = getelementptr inbounds i32, ptr %in, i32 %l
  %a = load i32, ptr %a.at
  %k = add nsw i32 %l, %n
  %k.w = sext i32 %k to i64
  %b.at = getelementptr inbounds i32, ptr %in, i64 %k.w
  %b = load i32, ptr %b.at
  %more = icmp sgt i32 %a, %b
  br i1 %more, label %first, label %second
first:
  %first.at = getelementptr inbounds i32, ptr %in, i32 %l
  br label %end
second:
  %again = add nsw i32 %l, %n
  %again.w = sext i32 %again to i64
  %second.at = getelementptr inbounds i32, ptr %in, i64 %again.w
  br label %end
end:
  %at = phi ptr [ %first.at, %first ], [ %second.at, %second ]
  %x = load i32, ptr %at
  store i32 %x, ptr %a.at
  ret void
""")
    simplify(made.module, machine(BASELINE), wishes=wishes)
    stored = next(iter(made.function.instructions_of(ir.Opcode.STORE))).operand(0)
    assert isinstance(stored, ir.Instruction)
    assert (stored.opcode is ir.Opcode.LOAD) is bool(wishes.without)
    assert wishes.without or len(list(made.function.blocks)) == 1


# `for (x = i[0] * 64; x < i[0] * 64 + 64; ++x)`, of an index that is an array.
OF_AN_INDEX = f"""entry: {BEGIN}
  %index = alloca [1 x i32]
  %d = alloca i32
  store i32 0, ptr %d
  %zero = load i32, ptr %d
  %wide = sext i32 %zero to i64
  %e = getelementptr inbounds [1 x i32], ptr %index, i64 0, i64 %wide
  store i32 %id, ptr %e
  %i = load i32, ptr %e
  %first = mul nsw i32 %i, 64
  br label %head
head:
  %x = phi i32 [ %first, %entry ], [ %next, %body ]
  %again.i = load i32, ptr %e
  %again.first = mul nsw i32 %again.i, 64
  %past = add nsw i32 %again.first, 64
  %more = icmp slt i32 %x, %past
  br i1 %more, label %body, label %end
body:
  %at = sext i32 %x to i64
  %p = getelementptr inbounds float, ptr %out, i64 %at
  store float 1.0, ptr %p
  %next = add nsw i32 %x, 1
  br label %head
end:
  ret void
"""


def test_an_index_that_a_loop_asks_is_known_when_loops_are_counted() -> None:
    made = Made(OF_AN_INDEX)
    simplify(made.module, machine(BASELINE))
    made.module.verify()
    assert "%hc.count" in str(made.module)
