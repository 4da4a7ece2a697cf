"""What hc_storage.hpp becomes on a GPU: vectors in one access, arithmetic as wide as the program says."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command

_SOURCE = """
#include <hc.hpp>
#include <hc_storage.hpp>
int main() {
  hc::array_view<hc::TYPE> v(512);
  hc::parallel_for_each(hc::extent<1>(64), [=](hc::index<1> i) [[hc]] {
    hc::TYPE* const p = &v[i[0] * 8];
    const auto x = hc::load<8>(p);
    hc::store<8>(p, x * x + x);
  });
}
"""


def ptx(hcc: Command, folder: Path, type_: str, *flags: str) -> str:
    (folder / "v.cpp").write_text(_SOURCE.replace("TYPE", type_))
    return hcc.ok("--emit=ptx", *flags, "v.cpp", "-o", "-", cwd=folder)


@pytest.mark.parametrize("type_", ["half", "bfloat16"])
def test_eight_values_are_one_access(hcc: Command, tmp_path: Path, type_: str) -> None:
    text = ptx(hcc, tmp_path, type_)
    assert text.count("ld.global.v4.b32") == text.count("st.global.v4.b32") == 1
    assert text.count("ld.global") == text.count("st.global") == 1
    assert ".rn.f32" in text and "fma.rn.f16" not in text


def test_half_is_computed_with_where_the_program_allows(hcc: Command, tmp_path: Path) -> None:
    text = ptx(hcc, tmp_path, "half", "-DHC_ARITHMETIC=16")
    assert "fma.rn.f16" in text and ".f32" not in text
