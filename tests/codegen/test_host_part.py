"""What a launch, a view and an exception leave in the host part: calls of libhcrt, not their code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Command

CORPUS = Path(__file__).parents[1] / "bench" / "compile" / "corpus"


def functions(text: str) -> dict[str, list[str]]:
    """The lines of each function that a module defines."""
    bodies = re.findall(r"^define [^@]*@([^(]+)\((.*?)^}", text, re.MULTILINE | re.DOTALL)
    return {name.strip('"'): body.splitlines() for name, body in bodies}


@pytest.mark.parametrize(("unit", "launches", "lines"), [("flat_kernels", 8, 150), ("templates", 9, 150)])
def test_a_launch_is_a_few_calls(hcc: Command, tmp_path: Path, unit: str, launches: int, lines: int) -> None:
    """In HC and in C++ AMP; it was 770 and 960 lines."""
    hcc.ok("-O2", "-S", "-emit-llvm", CORPUS / f"{unit}.cpp", "-o", tmp_path / "unit.ll")
    text = (tmp_path / "unit.ll").read_text()
    code = functions(text)
    calls = re.findall(r"(?:call|invoke) \S+ @_ZN4hcrt(?:9launch_hc|10launch_amp)E", text)
    assert len(calls) == launches
    assert sum(map(len, code.values())) < launches * lines
    assert not [name for name in code if "exception" in name or "5ErrorE" in name]
    assert "__cxa_guard_acquire" not in text and "__cxa_begin_catch" not in text


def test_views_that_cannot_fail_to_copy_need_no_clean_up(hcc: Command, tmp_path: Path) -> None:
    source = tmp_path / "copy.cpp"
    source.write_text(
        "#include <hc.hpp>\n"
        "struct Three { hc::array_view<float, 2> a, b; hc::array_view<const int> c; };\n"
        "Three three(const Three& other) { return other; }\n"
        "static_assert(noexcept(Three(static_cast<const Three&>(*(Three*)nullptr))));\n"
    )
    hcc.ok("-hc", "-O2", "-S", "-emit-llvm", source, "-o", tmp_path / "copy.ll")
    (body,) = (
        lines for name, lines in functions((tmp_path / "copy.ll").read_text()).items() if "three" in name
    )
    assert sum("ViewBinding" in line for line in body) == 3
    assert not any("landingpad" in line for line in body)
