"""hcpy/passes/missed_loop_hints.py: hints that are still there after the optimisation."""

from __future__ import annotations

import dataclasses

import pytest
from pass_support import lowering_of

from hcpy.passes import missed_loop_hints

LOOP = """
define void @kernel(ptr %p) !dbg !5 {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %k, ptr %p
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!7}
!0 = distinct !{!0, !1, !2}
!1 = !DILocation(line: 6, column: 3, scope: !5)
!2 = !{HINT}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, emissionKind: LineTablesOnly)
!4 = !DIFile(filename: "a.cpp", directory: "/")
!5 = distinct !DISubprogram(name: "kernel", scope: !4, file: !4, line: 1, type: !6, unit: !3)
!6 = !DISubroutineType(types: !8)
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{null}
"""


def warnings_of(before: str, after: str, *flags: str) -> list[str]:
    lowering = lowering_of(LOOP.replace("HINT", before), ("kernel",))
    lowering.loop_wishes = missed_loop_hints.wishes(lowering.module)
    optimised = lowering_of(LOOP.replace("HINT", after), ("kernel",))
    optimised.loop_wishes = lowering.loop_wishes
    optimised.unit = dataclasses.replace(optimised.unit, clang_args=flags)
    missed_loop_hints.run(optimised)
    assert all(d.severity == "warning" and d.location for d in optimised.diagnostics)
    return [
        f"{d.location.line}:{d.location.column} {d.message.partition(':')[0]}"
        for d in optimised.diagnostics
        if d.location
    ]


ENABLED, COUNTED = '!"llvm.loop.unroll.enable"', '!"llvm.loop.unroll.count", i32 4'
DISABLED = '!"llvm.loop.unroll.disable"'
VECTORS = '!"llvm.loop.vectorize.enable", i1 '


@pytest.mark.parametrize(
    ("hint", "what"),
    (
        (ENABLED, "unrolled"),
        ('!"llvm.loop.unroll.full"', "unrolled"),
        (COUNTED, "unrolled"),
        (VECTORS + "true", "vectorized"),
    ),
)
def test_a_hint_that_is_left(hint: str, what: str) -> None:
    assert warnings_of(hint, hint) == [f"6:3 loop not {what}"]
    assert warnings_of(hint, hint, "-Wno-pass-failed") == []


@pytest.mark.parametrize("hint", (DISABLED, VECTORS + "false", '!"llvm.loop.mustprogress"'))
def test_no_wish(hint: str) -> None:
    assert warnings_of(hint, hint) == []


def test_a_hint_that_was_followed_and_one_of_our_own() -> None:
    assert warnings_of(ENABLED, DISABLED) == []
    assert warnings_of(DISABLED, ENABLED) == []  # passes of ours ask for more
