"""Choices of Vulkan's kernels that tell which of two integers is less: their constants are hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command
from lowering_support import run_tool

_SOURCE = """
#include <hc.hpp>
void f(const int* p, unsigned* o) {
  hc::parallel_for_each(hc::extent<1>(512), [=](hc::index<1> i) [[hc]] {
    const int a = p[i[0]], b = p[i[0] + 512];
    o[i[0]] = CHOICE;
  });
}
"""


def _hidden(hcc: Command, folder: Path, choice: str) -> list[str]:
    """The constants of which the kernel hides a bit."""
    (folder / "v.cpp").write_text(_SOURCE.replace("CHOICE", choice))
    hcc.ok("-hc", "--emit=vulkan", "v.cpp", "-o", "v.spv", cwd=folder)
    text = run_tool("spirv-dis", "--no-color", str(folder / "v.spv"))
    return [line.split()[-1] for line in text.splitlines() if " = OpBitwiseXor " in line]


@pytest.mark.parametrize(
    "choice, constant",
    [
        ("a < b ? -1 : a > b", "%uint_4294967295"),
        ("a < b ? -1 : a != b", "%uint_4294967295"),
        ("a > b ? 1 : -(a < b)", "%uint_1"),
        ("a < b ? -1 : 1", "%uint_4294967295"),
        ("a < b ? 1 : -1", "%uint_1"),
    ],
)
def test_a_constant_is_hidden(hcc: Command, tmp_path: Path, choice: str, constant: str) -> None:
    assert _hidden(hcc, tmp_path, choice) == [constant]


@pytest.mark.parametrize("choice", ["a < b ? -1 : 5", "a < b ? -1 : a", "a < b ? -1 : 0", "a < b ? 2 : -2"])
def test_others_stay(hcc: Command, tmp_path: Path, choice: str) -> None:
    assert not _hidden(hcc, tmp_path, choice)
