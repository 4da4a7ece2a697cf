"""Modules for Vulkan in the forms that drivers take right: docs/devices.md has what each takes wrong."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import Command
from lowering_support import run_tool

from hcpy.objects import checkers

INTEGERS = """#include <hc.hpp>
template <class T> void kernels(const hc::array_view<T>& v) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    const T a = v[i], b = v[i + 1];
    if constexpr (T(-1) < 0) v[i] = a % b;
    else { T made; v[i] = __builtin_mul_overflow(a, b, &made) ? T(a ^ b) : made; }
  });
}
void all(const hc::array_view<signed char>& a, const hc::array_view<short>& b, const hc::array_view<int>& c,
         const hc::array_view<long>& d, const hc::array_view<unsigned char>& e,
         const hc::array_view<unsigned short>& f, const hc::array_view<unsigned>& g) {
  kernels(a); kernels(b); kernels(c); kernels(d); kernels(e); kernels(f); kernels(g);
  hc::parallel_for_each(f.get_extent(), [=](hc::index<1> i) [[hc]] { f[i] = __builtin_bswap16(f[i]); });
}
"""


def test_integers_are_as_drivers_take_them(hcc: Command, tmp_path: Path) -> None:
    """A remainder of negative numbers is undefined in Vulkan; the rest is NVIDIA's (docs/devices.md)."""
    (tmp_path / "i.cpp").write_text(INTEGERS)
    hcc.ok("-hc", "--emit=vulkan", "-O2", "i.cpp", "-o", "i.spv", cwd=tmp_path)
    checkers.check_vulkan(tmp_path / "i.spv", "1.3")
    shown = run_tool("spirv-dis", str(tmp_path / "i.spv"))
    assert "OpSRem" not in shown and shown.count("OpSDiv") == 4
    assert "%uint_65537" in shown and "OpBitwiseOr %ushort" not in shown
    assert not re.search(r"OpU(Less|Greater)Than %bool .*(%ulong_429496729|%uint_6553|%uint_25)", shown)


KNOWN_TO_DRIVERS = """#include <hc.hpp>
void all(const hc::array_view<float>& f, const hc::array_view<int>& n,
         const hc::array_view<unsigned long>& u) {
  hc::parallel_for_each(f.get_extent(), [=](hc::index<1> i) [[hc]] { f[i] = float(hc::half(f[i])); });
  hc::parallel_for_each(f.get_extent(), [=](hc::index<1> i) [[hc]] { f[i] = float(hc::half(n[i])); });
  hc::parallel_for_each(u.get_extent(), [=](hc::index<1> i) [[hc]] { u[i] = u[i] & 1 ? u[0] : u[1]; });
  hc::parallel_for_each(u.get_extent(), [=](hc::index<1> i) [[hc]] { u[i] = (u[i] & 3) * 6 + 2; });
}
"""


def test_what_a_driver_knows_too_much_of(hcc: Command, tmp_path: Path) -> None:
    """Halves that are floats again, and choices by a bit of 64, have a bit in them that no compiler knows;
    other masks have 32 bits (docs/devices.md). Denormal numbers are asked for in half, too."""
    (tmp_path / "k.cpp").write_text(KNOWN_TO_DRIVERS)
    hcc.ok("-hc", "--emit=vulkan", "-O2", "k.cpp", "-o", "k.spv", cwd=tmp_path)
    checkers.check_vulkan(tmp_path / "k.spv", "1.3")
    kernels = run_tool("spirv-dis", str(tmp_path / "k.spv")).split(" OpFunction ")
    for kernel, bits in zip(kernels[1:4], ("ushort", "ushort", "uint"), strict=True):
        number = re.search(rf"(%\d+) = OpBitwiseXor %{bits} ", kernel)
        assert number and re.search(rf"OpB\w+ %\w+ {number[1]}\b", kernel), kernel
    for kernel in kernels[1:]:
        assert "OpBitwiseAnd %ulong" not in kernel and not re.search(r"OpI\w*Equal .*%ulong_0", kernel)
    assert "OpBitwiseXor" not in kernels[4]
    modes = [line for line in kernels[0].splitlines() if "DenormPreserve 16" in line]
    assert len(modes) == 4
