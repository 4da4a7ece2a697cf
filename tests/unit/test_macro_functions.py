"""HC: functions that macros make, as the tokens show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.model import Part
from hcpy.frontend.text.annotation_macros import annotation_macros
from hcpy.frontend.text.annotations import CPU, DEVICE, NONE, Annotations, annotate
from hcpy.frontend.text.edits import apply
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.macro_functions import single_functions, twin_edits


def annotations_of(text: str) -> Annotations:
    source = SourceText(Path("t.cpp"), text)
    return annotate(source, annotation_macros([source]))


@pytest.mark.parametrize(
    ("body", "kernels", "cpus"),
    [
        ("int N(int a) [[hc]] { A } int N(int b) [[cpu]] { B }", "A", "B"),
        ("int N(int) const { B } int N(int a) const [[hc]] { A }", "A", "B"),
        ("[[cpu]] int N() { B } [[hc]] int N() { A }", "A", "B"),
        ("T(int a) [[hc]] : m(a) { A } T(int a) [[cpu]] : m(a) { B }", "A", "B"),
        ("struct s { int N() [[hc]] { A } public: int N() [[cpu]] { B } };", "A", "B"),
        ("int N(int) [[hc]] { A } int N(float) [[cpu]] { B }", "AB", "AB"),  # clang tells them apart
        ("int N() [[hc]] { A } int N() const [[cpu]] { B }", "AB", "AB"),
        ("int N() [[hc]] { A } int M() { B }", "AB", "AB"),
        ("int N() [[cpu, hc]] { A } int N(int) { B }", "AB", "AB"),
    ],
)
def test_each_part_sees_one_of_two_twins(body: str, kernels: str, cpus: str) -> None:
    text = f"#define PAIR(N, T) {body}\n"
    edits = list(twin_edits(annotations_of(text)))
    for part, left in ((Part.DEVICE, kernels), (Part.HOST, cpus)):
        seen = apply(text, edits, part)
        assert [w for w in "AB" if f"{{ {w} }}" in seen] == list(left)


def test_a_macros_lines_stay_together() -> None:
    text = "#define P \\\n  int f() [[hc]] { \\\n    A \\\n  } \\\n  int f() { B }\n"
    seen = apply(text, twin_edits(annotations_of(text)), Part.HOST)
    assert [line.endswith("\\") for line in seen.splitlines()] == [True, True, True, True, False]
    assert "B" in seen and "A" not in seen


def test_macros_that_make_one_function() -> None:
    text = (
        "#define H(N) int N() [[hc]] { return 1; }\n#define F(R) int f(int a) R { return a; }\n"
        "#define C int g() [[cpu]];\n#define TWO int a() { } int b() { }\n#define VALUE (1 + 2)\n"
    )
    assert dict(single_functions(annotations_of(text))) == {"H": DEVICE, "F": NONE, "C": CPU}
