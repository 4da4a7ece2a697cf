"""hcpy/passes/host/narrow_questions.py and mask_halves.py on small modules: what is asked in 32 bits, and
which masks are joined register by register.
"""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host import mask_halves, narrow_questions

LANES = ", ".join(f"i64 {n}" for n in range(16))
EXTENDED = """
  %shifted = shl <16 x i64> %wide, splat (i64 32)
  %i = ashr exact <16 x i64> %shifted, splat (i64 32)
"""
LOOP = """
define <16 x i32> @f(ptr %from, <16 x i32> %small, <16 x i64> %wide, i64 %end, i32 %n) {
entry:
  %bound = zext nneg i32 %n to i64
EXTENDED
  br label %loop
loop:
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %next, %loop ]
  %j = phi i64 [ BEGIN, %entry ], [ %j.next, %loop ]
  %put = insertelement <16 x i64> poison, i64 %j, i64 0
  %all = shufflevector <16 x i64> %put, <16 x i64> poison, <16 x i32> zeroinitializer
  %asked = icmp QUESTION <16 x i64> %all, %i
  %bit = zext <16 x i1> %asked to <16 x i32>
  %next = add <16 x i32> %sum, %bit
  %j.next = add STEP
  %done = icmp eq i64 %j.next, END
  br i1 %done, label %exit, label %loop
exit:
  ret <16 x i32> %next
}
"""


def loop(
    extended: str = EXTENDED, begin: str = "0", question: str = "slt", step: str = "nuw nsw i64 %j, 1",
    end: str = "1024",
) -> str:  # fmt: skip
    text = LOOP.replace("EXTENDED", extended).replace("BEGIN", begin).replace("QUESTION", question)
    with ir.Module.parse(text.replace("STEP", step).replace("END", end).encode()) as module:
        narrow_questions.narrow(module)
        module.verify()
        return str(module)


@pytest.mark.parametrize("extended", [EXTENDED, "%i = sext <16 x i32> %small to <16 x i64>"])
@pytest.mark.parametrize("end", ["1024", "2147483647", "%bound"])
@pytest.mark.parametrize("question", ["slt", "sge", "eq", "ne"])
def test_what_a_loop_counts_in_31_bits_is_asked_in_32(extended: str, end: str, question: str) -> None:
    assert f"icmp {question} <16 x i32>" in loop(extended, question=question, end=end)


def test_numbers_are_cut_where_they_were_extended() -> None:
    text = loop()
    assert "trunc <16 x i64> %wide to <16 x i32>" in text[: text.index("\nloop:")]


@pytest.mark.parametrize(
    "given",
    [
        {"end": "%end"},  # of any 64 bits
        {"end": "2147483648"},
        {"begin": "-1"},
        {"begin": "2000"},  # passes the end only when 64 bits are over
        {"begin": "%end"},
        {"step": "nuw nsw i64 %j, 2"},
        {"step": "i64 %j, 1", "end": "%bound"},
        {"question": "ult"},
        {"extended": "%i = zext <16 x i32> %small to <16 x i64>"},
        {"extended": EXTENDED.replace("(i64 32)", "(i64 31)")},
        {"extended": "%i = add <16 x i64> %wide, %wide"},
    ],
)
def test_what_may_be_wider_stays(given: dict[str, str]) -> None:
    assert "<16 x i64> %all, %i" in loop(**given)


MASKS = """
define TO @f(<16 x float> %a, <16 x float> %b, <16 x WIDTH> %i, <16 x WIDTH> %j, <16 x i1> %m) {
  %c = fcmp olt <16 x float> %a, %b
  %d = fcmp oeq <16 x float> %a, %b
  %e = icmp sgt <16 x WIDTH> %i, %j
  %g = and <16 x i1> %d, %e
  %h = or <16 x i1> %c, GIVEN
  %z = EXTEND <16 x i1> %h to TO
  MORE
  ret TO %z
}
"""


def masks(
    extend: str = "zext", to: str = "<16 x i32>", width: str = "i32", given: str = "%g", more: str = ""
) -> str:
    text = MASKS.replace("EXTEND", extend).replace("TO", to).replace("WIDTH", width).replace("GIVEN", given)
    with ir.Module.parse(text.replace("MORE", more).encode()) as module:
        mask_halves.join_by_registers(module)
        module.verify()
        return str(module)


@pytest.mark.parametrize("extend", ["zext", "sext"])
@pytest.mark.parametrize("to", ["<16 x i32>", "<16 x i64>"])
def test_masks_are_joined_a_register_at_a_time(extend: str, to: str) -> None:
    text = masks(extend, to)
    assert text.count("fcmp olt <8 x float>") == 2 and text.count("sext <8 x i1>") == 2
    assert f"{extend} <16 x i1>" not in text
    assert ("splat (i32 1)" in text) == (extend == "zext")


def test_a_constant_negates() -> None:
    assert "xor <8 x i1>" not in masks(given="splat (i1 true)") and "or <8 x i1>" in masks()


@pytest.mark.parametrize(
    "given",
    [
        {"width": "i64"},
        {"width": "i16"},
        {"given": "%m"},
        {"to": "<16 x i8>"},
        {"more": "%x = select <16 x i1> %h, <16 x float> %a, <16 x float> %b"},
    ],
)
def test_other_masks_stay(given: dict[str, str]) -> None:
    assert "<16 x i1> %h to" in masks(**given)


def test_a_count_under_two_conditions_packs_nothing() -> None:
    """What it is for: LLVM packs masks of sixteen work-items to bytes on AVX2."""
    machine = ir.Machine.x86("x86_64-unknown-linux-gnu", "x86-64-v3")
    with ir.Module.parse(MASKS.replace("EXTEND", "zext").replace("TO", "<16 x i32>").replace("WIDTH", "i32")
                         .replace("GIVEN", "%g").replace("MORE", "").encode()) as module:  # fmt: skip
        before = len(machine.object_code(module))
        mask_halves.join_by_registers(module)
        assert len(machine.object_code(module)) < before
