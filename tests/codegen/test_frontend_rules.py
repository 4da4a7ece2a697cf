"""The programs of tests/programs/errors: each broken rule is reported at its place, with the calls to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from frontend_support import ROOT, expectations, places, split_text, tools_in

from hcpy.core.model import Dialect, Target, TranslationUnit
from hcpy.frontend import split as split_stage

# Those with an error in the program itself; what our headers refuse is clang's to say, in the header.
PROGRAMS = [
    program
    for program in sorted((ROOT / "tests" / "programs" / "errors").glob("*/*.cpp"))
    if "expected-error" in program.read_text() and program.stem != "element_size"
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_errors_of_program(program: Path, tmp_path: Path) -> None:
    dialect = Dialect.HC if program.parent.name == "hc" else Dialect.AMP
    unit = TranslationUnit(program, dialect, (Target("host"),), (), tmp_path / "work")
    found = split_stage.split(unit, tools_in(tmp_path))
    assert not found.plain_errors
    expected = expectations(program.read_text())
    told = [("error", d.location, d.message) for d in found.diagnostics]
    assert sorted((line, True) for kind, line, _ in expected if kind == "error") == sorted(
        (place.line, True) for _, place, _ in told if place
    )
    told += [("note", note.location, note.message) for d in found.diagnostics for note in d.notes]
    for kind, line, text in expected:
        assert any(
            k == kind and place and place.line == line and text in message for k, place, message in told
        ), f"{kind} {text!r} is missing in line {line}: {told}"


def test_column_and_order_of_notes(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
int bad(int n) { throw n; }
int main() {
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1>) [[hc]] { bad(1); });
}
"""
    found, _ = split_text(tmp_path, text)
    assert places(found.diagnostics) == [(2, 18, "'throw' is not allowed in a kernel")]
    notes = [
        (n.location.line, n.location.column, n.message) for n in found.diagnostics[0].notes if n.location
    ]
    assert notes == [(4, 70, "'bad(int)' is called from the kernel here"), (4, 43, "kernel starts here")]


def test_code_that_no_kernel_reaches_may_do_all(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
int host(int n) { try { if (n) throw n; return *new int(1); } catch (...) { return 0; } }
int main() {
  int n = host(1);
  hc::array_view<int> v;
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) { v[i] = n; });
}
"""
    found, _ = split_text(tmp_path, text)
    assert found.diagnostics == ()
    assert len(found.kernels) == 1


def test_plain_errors_are_left_to_clang(tmp_path: Path) -> None:
    text = "#include <hc.hpp>\nint main() { throw 1; undeclared(); }\n"
    found, _ = split_text(tmp_path, text)
    assert found.plain_errors
    assert found.diagnostics == ()
