"""Faults that only the device parts find: each is reported once for any number of targets, and names those
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
    "v[i] = hidden[i[0]];": (
        "9:12",
        f"'hidden' has no known size here: declare it with its bounds (on {GPUS})",
    ),
    "v[i] = __builtin_readcyclecounter();": (
        "9:12",
        "the target 'spirv' can't compile LLVM's 'llvm.readcyclecounter', which this needs",
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


HOST_MEMBERS = {
    "-hc": """#include <hc.hpp>
#include <mutex>
int in_function(hc::array<int>& a) { return a.get_cpu_access_type(); }
void run(hc::array<int>& a, hc::array_view<int> v) {
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = a.get_cpu_access_type(); });
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] {
    a[i] = a.cpu_access_type + in_function(a);
  });
  hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] {
    v.synchronize();
    v.refresh();
  });
  std::mutex m;
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { m.lock(); });
}
""",
    "-std=c++amp": """#include <amp.h>
using namespace concurrency;
void run(array<int>& a, array_view<int> v) {
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] = a.cpu_access_type; });
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { v.source_accelerator_view; });
}
int unreached(array<int>& a) restrict(amp) { return a.cpu_access_type; }
""",
}
IN_KERNEL = "is for the host alone and can't be called in a kernel"
IN_AMP = "is not restricted to amp and can't be called in amp-restricted code"
HOST_MEMBERS_TOLD = {
    "-hc": [
        ("3:47", f"'get_cpu_access_type' {IN_KERNEL}"),
        ("5:79", f"'get_cpu_access_type' {IN_KERNEL}"),
        ("7:14", f"'get_cpu_access_type' {IN_KERNEL}"),
        ("10:7", f"'synchronize' {IN_KERNEL}"),
        ("11:7", f"'refresh' {IN_KERNEL}"),
        ("14:72", "call to 'pthread_mutex_lock' which has no device code"),
    ],
    "-std=c++amp": [
        ("4:72", f"'get_cpu_access_type' {IN_AMP}"),
        ("5:65", f"'get_source_accelerator_view' {IN_AMP}"),
        ("7:55", f"'get_cpu_access_type' {IN_AMP}"),
    ],
}


NO_STREAMS = "the C++ library's streams are for the host alone; hc::printf prints in a kernel"
OF_THE_HOST = {
    "v[i] = rand();": [("9:12", "call to 'rand' which has no device code")],
    'FILE* f = fopen("a", "r"); v[i] = f != nullptr;': [("9:15", "call to 'fopen' which has no device code")],
    "if (v[i] > 8) exit(v[i]);": [("9:19", "call to 'exit' which has no device code")],
    "std::cout << v[i] << i[0];": [("9:15", NO_STREAMS)],
    'std::cout << "v"\n      << v[i] << "w"\n      << std::endl;': [("9:15", NO_STREAMS)],
    "std::cerr << v[i]; std::cerr << 'c';": [("9:15", NO_STREAMS), ("9:34", NO_STREAMS)],
    'std::wcout << std::setw(5) << L"v" << v[i] << std::endl;': [("9:32", NO_STREAMS)],
    "int k; std::cin >> k;": [("9:21", NO_STREAMS)],
}


@pytest.mark.parametrize("targets", ["host", "host,spirv,ptx"])
@pytest.mark.parametrize("statement", OF_THE_HOST)
def test_what_libraries_have_for_the_host_alone(
    hcc: Command, tmp_path: Path, statement: str, targets: str
) -> None:
    """One error a statement, the same for all targets."""
    head = HEAD.replace("<cmath>", "<iostream>").replace("extern int hidden[];", "#include <iomanip>")
    (tmp_path / "k.cpp").write_text(head % statement)
    done = hcc("-c", f"--targets={targets}", "k.cpp", cwd=tmp_path)
    assert errors(done.stderr) == OF_THE_HOST[statement]


DEAD_STREAM = """#include <hc.hpp>
#include <iostream>
template <bool is_loud> void tell(int k) { if (is_loud) std::cout << k << std::endl; }
void run(hc::array_view<int> v) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { tell<false>(v[i]); });
}
"""


def test_streams_in_code_that_never_runs(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(DEAD_STREAM)
    assert hcc.ok("-hc", "-c", "--targets=host,spirv,ptx", "k.cpp", cwd=tmp_path) == ""


VIEW_WITHOUT_MEMORY = """#include <hc.hpp>
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    hc::array_view<int, 2> w(3, 4);
    v[i] = w(0, 0);
  });
}
"""


def test_kernels_for_the_host_alone_call_none_of_its_functions(hcc: Command, tmp_path: Path) -> None:
    """The program has these functions, so that nothing would be lacking."""
    (tmp_path / "k.cpp").write_text(HOST_MEMBERS["-hc"])
    done = hcc("-hc", "-c", "--targets=host", "k.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert sorted(errors(done.stderr)) == sorted(HOST_MEMBERS_TOLD["-hc"])


@pytest.mark.parametrize("flags", [(), ("-g", "-O0"), ("-hc-check",)])
def test_no_kernel_makes_a_view_without_memory(hcc: Command, tmp_path: Path, flags: tuple[str, ...]) -> None:
    (tmp_path / "k.cpp").write_text(VIEW_WITHOUT_MEMORY)
    done = hcc("-hc", *flags, "-c", "--targets=host", "k.cpp", cwd=tmp_path)
    assert errors(done.stderr) == [("5:28", f"'array_view' {IN_KERNEL}")]


@pytest.mark.parametrize("dialect", HOST_MEMBERS)
def test_a_syntax_check_says_what_a_compilation_says(hcc: Command, tmp_path: Path, dialect: str) -> None:
    (tmp_path / "k.cpp").write_text(HOST_MEMBERS[dialect])
    said = [hcc(dialect, how, "--targets=host,ptx", "k.cpp", cwd=tmp_path) for how in ("-c", "-fsyntax-only")]
    assert [done.returncode for done in said] == [1, 1]
    assert said[0].stderr == said[1].stderr
    assert sorted(errors(said[0].stderr)) == sorted(HOST_MEMBERS_TOLD[dialect])
