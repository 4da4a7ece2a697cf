"""Separate compilation: kernels that call functions of other translation units, on each device."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Command
from separate_support import HC, SOURCES, run_program, vendor_checks

AMP = ("amp_a.cpp", "amp_b.cpp", "amp_main.cpp")

OUT_OF_RANGE = """#include <hc.hpp>
#include <cstdio>
void put(hc::array_view<int> v, int at) [[hc]];
int main() {
  hc::array_view<int> v(4);
  try {
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { put(v, i[0] + 1); }).wait();
  } catch (const std::exception& e) {
    std::puts(e.what());
    return 0;
  }
  return 1;
}
"""


OWNER = """#include <hc.hpp>
[[hc]] int steps[2] = {0, 5};
void count() {
  hc::parallel_for_each(hc::extent<1>(3), [](hc::index<1>) [[hc]] {
    hc::atomic_fetch_add(&steps[0], 1);
  }).wait();
}
"""
READER = """#include <hc.hpp>
#include <cstdio>
#include <cstring>
extern [[hc]] int steps[2];
void count();
void count_here() {
  hc::parallel_for_each(hc::extent<1>(1), [](hc::index<1>) [[hc]] { steps[0] += 100; }).wait();
}
int seen() {
  hc::array_view<int> v(1);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] { v[0] = steps[0]; }).wait();
  return v[0];
}
int main() {
  hc::accelerator a;
  int now[2], first = seen();
  count();
  a.memcpy_symbol("steps", now, sizeof now, 0, hc::hcMemcpyDeviceToHost);
  if (first != 0 || now[0] != 3 || now[1] != 5 || seen() != 3) return 1;
  int seven = 7;
  a.memcpy_symbol(&steps, &seven, sizeof seven, sizeof seven);
  count();
  a.memcpy_symbol(&steps, now, sizeof now, 0, hc::hcMemcpyDeviceToHost);
  if (now[0] != 6 || now[1] != 7) return 2;
  count_here();
  if (seen() != 106) return 3;
  count();
  try {
    a.memcpy_symbol("steps", now, sizeof now, 0, hc::hcMemcpyDeviceToHost);
    return now[0] == 109 ? 0 : 4;
  } catch (const std::exception& e) {
    return std::strstr(e.what(), "several source files have written 'steps'") ? 0 : 5;
  }
}
"""


@pytest.fixture(scope="module")
def programs(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`hc` and `amp`, linked of objects of all targets, which stay in the folder."""
    folder = tmp_path_factory.mktemp("separate programs")
    for name, sources in (("hc", HC), ("amp", AMP)):
        hcc.ok("-c", *(SOURCES / source for source in sources), cwd=folder)
        hcc.ok(*(source.replace(".cpp", ".o") for source in sources), "-o", name, cwd=folder)
    return folder


@pytest.mark.parametrize("name", ["hc", "amp"])
def test_calls_between_units(programs: Path, on_device: dict[str, str], name: str) -> None:
    assert "0 bad" in run_program("./" + name, cwd=programs, env=on_device)


@pytest.mark.parametrize("name", ["hc", "amp"])
def test_vendors_tools_take_the_linked_code(programs: Path, name: str, tmp_path: Path) -> None:
    """Each unit with kernels has an image for either kind of GPU."""
    assert vendor_checks(programs / name, tmp_path) == {"ptx", "spirv"}


def test_objects_say_what_they_want(hcc: Command, programs: Path) -> None:
    shown = hcc.ok("--inspect", "hc_main.o", cwd=programs)
    assert "hc_main.cpp, needs a device link" in shown
    assert f"needs pong(int) ({SOURCES}" not in shown and "needs ping(int) (" in shown
    for kind in ("host", "spirv", "ptx"):
        assert f"bitcode for {kind}: " in shown
    shown = hcc.ok("--inspect", "amp_b.o", cwd=programs)
    assert "for other units" in shown and "bundle" not in shown
    assert f"defines deep::chain(int) ({SOURCES / 'amp_b.cpp'}:3)" in shown
    assert f"needs fill(int*, int, int&) ({SOURCES / 'amp_b.cpp'}:5:" in shown


def test_programs_keep_no_bitcode(programs: Path) -> None:
    """The linker leaves the section out, whichever it is."""
    section = b"hcpy_device\0"
    assert section in (programs / "hc_a.o").read_bytes()
    assert section not in (programs / "hc").read_bytes()


def test_what_nobody_can_ask_for_costs_nothing(hcc: Command, tmp_path: Path) -> None:
    """Inline, static and unannotated functions, and kernels alone, leave no device code in the object."""
    (tmp_path / "own.cpp").write_text(
        "#include <hc.hpp>\n"
        "static int a(int x) [[hc]] { return x; }\n"
        "inline int b(int x) [[hc]] { return x + a(x); }\n"
        "namespace { int c(int x) [[hc]] { return x; } }\n"
        "struct S { int d(int x) [[hc]] { return x; } };\n"
        "template <class T> T e(T x) [[hc]] { return x; }\n"
        "constexpr int g(int x) [[hc]] { return x; }\n"
        "int plain(int x) { return x; }\n"
        "void run(hc::array_view<int> v) {\n"
        "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
        "    v[i] = b(1) + c(2) + S().d(3) + e(4) + g(5) + plain(6);\n"
        "  });\n"
        "}\n"
    )
    hcc.ok("--targets=host,spirv", "-c", "own.cpp", cwd=tmp_path)
    assert b"hcpy_device" not in (tmp_path / "own.o").read_bytes()


def test_link_again_takes_the_units_from_the_cache(hcc: Command, programs: Path, tmp_path: Path) -> None:
    env = {"HCPY_CACHE_DIR": str(tmp_path / "cache"), "HCPY_VERBOSE": "1"}

    def link(*flags: str) -> list[str]:
        objects = [source.replace(".cpp", ".o") for source in HC]
        done = hcc(*flags, *objects, "-o", tmp_path / "again", cwd=programs, env=env)
        assert done.returncode == 0, done.stderr
        return [line for line in done.stderr.splitlines() if "device link" in line]

    first, second = link(), link()
    assert len(first) == 3 and not any("cache hit" in line for line in first)
    assert len(second) == 3 and all("cache hit" in line for line in second)
    assert any("hc_main.o takes " in line and "functions of hc_b.o" in line for line in first)
    run_program(tmp_path / "again", cwd=programs, env={"HCPY_DEFAULT_ACCELERATOR": "host"})


def test_a_changed_function_is_linked_anew(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text(
        "#include <hc.hpp>\nint f(int x) [[hc]];\nint main() {\n  hc::array_view<int> v(4);\n"
        "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = f(i[0]); });\n"
        "  return v[3];\n}\n"
    )
    hcc.ok("--targets=host", "-c", "main.cpp", cwd=tmp_path)
    for factor in (2, 5):
        text = f"#include <hc.hpp>\nint f(int x) [[hc]] {{ return x * {factor}; }}\n"
        (tmp_path / "f.cpp").write_text(text)
        hcc.ok("--targets=host", "main.o", "f.cpp", "-o", "program", cwd=tmp_path)
        env = {"HCPY_DEFAULT_ACCELERATOR": "host"}
        done = subprocess.run(["./program"], cwd=tmp_path, env=env, check=False, timeout=60)
        assert done.returncode == 3 * factor


def test_stages_of_the_link_leave_their_files(hcc: Command, programs: Path, tmp_path: Path) -> None:
    objects = [programs / source.replace(".cpp", ".o") for source in HC]
    hcc.ok(*objects, "-o", "program", cwd=tmp_path, env={"HCPY_DUMP": "ir,image"})
    made = {path.name for path in (tmp_path / "hcpy-dump").iterdir()}
    assert {"hc_main-linked.1-ir.spirv.ll", "hc_main-linked.3-image.ptx-sm_80.ptx"} <= made
    assert "_Z4pongi" in (tmp_path / "hcpy-dump" / "hc_main-linked.1-ir.host.ll").read_text()


@pytest.mark.parametrize("flags", ["-g -O0 --targets=host", "-hc-check"])
def test_kernels_that_somebody_looks_at(hcc: Command, tmp_path: Path, flags: str) -> None:
    hcc.ok(*flags.split(), *(SOURCES / source for source in HC), "-o", "program", cwd=tmp_path)
    run_program("./program", cwd=tmp_path, env={"HCPY_DEFAULT_ACCELERATOR": "host"})


def test_checks_name_places_in_other_units(hcc: Command, tmp_path: Path) -> None:
    """-hc-check, and the callee that writes out of bounds is in another file."""
    (tmp_path / "main.cpp").write_text(OUT_OF_RANGE)
    (tmp_path / "put.cpp").write_text(
        "#include <hc.hpp>\nvoid put(hc::array_view<int> v, int at) [[hc]] {\n  v[at] = 1;\n}\n"
    )
    hcc.ok("-hc-check", "main.cpp", "put.cpp", "-o", "program", cwd=tmp_path)
    told = run_program("./program", cwd=tmp_path, env={"HCPY_DEFAULT_ACCELERATOR": "host"})
    assert "put.cpp:3" in told


def test_memcpy_symbol_of_a_variable_of_several_units(
    hcc: Command, on_device: dict[str, str], tmp_path: Path
) -> None:
    """A GPU has an instance for each unit: the one that kernels have written counts."""
    (tmp_path / "reader.cpp").write_text(READER)
    (tmp_path / "owner.cpp").write_text(OWNER)
    hcc.ok("-hc", "-c", "reader.cpp", "owner.cpp", cwd=tmp_path)
    hcc.ok("-hc", "reader.o", "owner.o", "-o", "counts", cwd=tmp_path)
    run_program("./counts", cwd=tmp_path, env=on_device)
