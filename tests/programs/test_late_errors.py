"""Faults that only the device parts find: each is told once, whatever the number of targets, and names those
that differ."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Command

HEAD = """#include <hc.hpp>
#include <cmath>
extern float missing(float);
extern int hidden[];
struct Deep { float g(float x) const { return missing(x) + 1; } };
template <class T> float late(T x) { return Deep().g(x); }
void run(hc::array_view<float> v, float (*fn)(float), int k) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    %s
  });
}
"""
TARGETS = "host,spirv,ptx:sm_80,ptx:sm_90,amdgcn"
GPUS = "the targets 'spirv', 'ptx' and 'amdgcn'"
FAULTS = {
    "v[i] = late(v[i]);": ("5:47", f"call to 'missing(float)' which has no device code (on {GPUS})"),
    "v[i] = fn(v[i]);": ("9:12", "call through a pointer is not possible on the target 'spirv'"),
    "__int128 a = k; a = a * a * a + k; v[i] = int(a >> 70);": (
        "9:18",
        "an integer of more than 64 bits is not possible on the target 'spirv'",
    ),
    "v[i] = hidden[i[0]];": (
        "9:12",
        f"'hidden' has no known size here: declare it with its bounds (on {GPUS})",
    ),
    "v[i] = __builtin_flt_rounds();": (
        "9:12",
        "the target 'spirv' can't compile LLVM's 'llvm.get.rounding', which this needs",
    ),
    'asm volatile("nop");': ("9:5", f"inline assembler 'nop' is not of {GPUS}"),
    "v[i] = j0(v[i]);": (
        "9:12",
        "call to 'j0' which has no device code (on the targets 'spirv' and 'amdgcn')",
    ),
    "int a[k]; a[i[0]] = 2; v[i] = a[0];": (
        "9:5",
        "an array of variable length is not possible on the target 'spirv'",
    ),
    "throw 1;": ("9:5", "'throw' is not allowed in a kernel"),
}


def errors(text: str) -> list[tuple[str, str]]:
    found = re.findall(r"^k\.cpp:(\d+:\d+): error: (.*)$", text, re.MULTILINE)
    assert text.count("error: ") == len(found), text
    return found


@pytest.mark.parametrize("statement", FAULTS)
def test_one_mistake_is_one_error(hcc: Command, tmp_path: Path, statement: str) -> None:
    (tmp_path / "k.cpp").write_text(HEAD % statement)
    done = hcc("-c", "-Wno-vla-cxx-extension", f"--targets={TARGETS}", "k.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert errors(done.stderr) == [FAULTS[statement]]
    assert done.stderr.endswith("\n1 error generated.\n")


def test_several_mistakes_are_as_many_errors(hcc: Command, tmp_path: Path) -> None:
    both = ["v[i] = late(v[i]);", "v[i] = fn(v[i]);"]
    (tmp_path / "k.cpp").write_text(HEAD % "\n    ".join(both))
    done = hcc("-c", f"--targets={TARGETS}", "k.cpp", cwd=tmp_path)
    assert sorted(message for _, message in errors(done.stderr)) == sorted(FAULTS[s][1] for s in both)


def test_the_host_target_takes_the_processors_assembler(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(HEAD % 'asm volatile("nop");')
    assert hcc.ok("-c", "--targets=host", "k.cpp", cwd=tmp_path) == ""


def test_clangs_own_errors_are_told_once(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(HEAD % "v[i] = unknown(v[i]);")
    done = hcc("-c", f"--targets={TARGETS}", "k.cpp", cwd=tmp_path)
    assert errors(done.stderr) == [("9:12", "use of undeclared identifier 'unknown'")]
