"""What Vulkan's kernels hide from a driver's compiler: constants of choices by order, and quotients."""

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
    o[i[0]] = VALUE;
  });
}
"""


def _hidden(hcc: Command, folder: Path, value: str) -> list[str]:
    """What the exclusive or with a zero that no compiler knows is of."""
    (folder / "v.cpp").write_text(_SOURCE.replace("VALUE", value))
    hcc.ok("-hc", "--emit=vulkan", "v.cpp", "-o", "v.spv", cwd=folder)
    lines = run_tool("spirv-dis", "--no-color", str(folder / "v.spv")).splitlines()
    made = {line.split()[0]: line.split()[2] for line in lines if " = Op" in line}
    hidden = [line.split()[-1] for line in lines if " = OpBitwiseXor " in line]
    return [name if made[name] == "OpConstant" else made[name] for name in hidden]


@pytest.mark.parametrize(
    "value, hidden",
    [
        ("a < b ? -1 : a > b", "%uint_4294967295"),
        ("a < b ? -1 : a != b", "%uint_4294967295"),
        ("a > b ? 1 : -(a < b)", "%uint_1"),
        ("a < b ? -1 : 1", "%uint_4294967295"),
        ("a < b ? 1 : -1", "%uint_1"),
        ("[=]() [[hc]] { int z = 0; if (a != b) z = b < a; if (a < b) --z; return z; }()", "OpSelect"),
        ("(a > 0) - (a < 0)", "OpSelect"),
        ("a >> 31 | (a != 0)", "OpSelect"),
        ("a >> 31 | int((0 - unsigned(a)) >> 31)", "OpShiftRightLogical"),
        ("a < 0 ? -1 : a != 0", "%uint_4294967295"),
        ("unsigned((a + 5LL * b) % 1000003)", "OpIMul"),
        ("unsigned((a + 5ull * b) % 1000003)", "OpIMul"),
        ("a / 10 - a / 100 * 10", "OpSDiv"),
        ("a / 60 * 12", "OpSDiv"),
        ("unsigned(a) / 60 * 4", "OpUDiv"),
        ("unsigned(a) / 60 * -12", "OpUDiv"),
    ],
)
def test_a_constant_or_quotient_is_hidden(hcc: Command, tmp_path: Path, value: str, hidden: str) -> None:
    assert _hidden(hcc, tmp_path, value) == [hidden]


@pytest.mark.parametrize(
    "value",
    [
        *("a < b ? -1 : 5", "a < b ? -1 : a", "a < b ? -1 : 0", "a < b ? 2 : -2", "(a < b) + (a > 7)"),
        *("a >> 30 | (a != 0)", "a >> 31 | (b != 0)", "(a < b) + (a > 0)"),
        *("a - a / 10 * 10", "a / 10 * 7", "a / b * 10", "a / 10 * b"),
    ],
)
def test_others_stay(hcc: Command, tmp_path: Path, value: str) -> None:
    assert not _hidden(hcc, tmp_path, value)
