"""hcc --emit, --verify and --list-kernels: what the compiler made, for people and for other tools."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import Command, devices

from hcpy.objects import checkers

SOURCE = """#include <hc.hpp>
struct Weights { float w[4]; };
void run(hc::array_view<float> v, Weights weights, int offset) {
  hc::parallel_for_each(v.get_extent().tile(64), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static float shared[64];
    shared[i.local[0]] = v[i.global];
    i.barrier.wait();
    v[i.global] = shared[63 - i.local[0]] * weights.w[offset & 3];
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 1; });
}
"""
PLAIN = "int plain() { return 1; }\n"


@pytest.fixture(scope="module")
def folder(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("inspecting")
    (made / "k.cpp").write_text(SOURCE)
    (made / "plain.cpp").write_text(PLAIN)
    hcc.ok("-g", "-O2", "-fPIC", "-c", "--targets=host,spirv,ptx,amdgcn", "k.cpp", cwd=made)
    hcc.ok("-c", "plain.cpp", cwd=made)
    return made


# --- --emit ------------------------------------------------------------------------------------------
def test_ptx_of_all_kernels_is_one_text(hcc: Command, folder: Path) -> None:
    text = hcc.ok("--emit=ptx", "--targets=ptx:sm_90", "k.cpp", "-o", "-", cwd=folder)
    assert text.count(".visible .entry") == 2 and ".target sm_90" in text
    done = hcc("--emit=ptx", "--targets=ptx:sm_90", "--verify", "k.cpp", "-o", "k.ptx", cwd=folder)
    assert done.returncode == 0 and done.stdout == ""
    assert len(re.findall(r"Used \d+ registers", done.stderr)) == 2
    assert (folder / "k.ptx").read_text() == text


def test_spirv_passes_its_checker(hcc: Command, folder: Path) -> None:
    hcc.ok("--emit=spirv", "--verify", "k.cpp", cwd=folder)
    assert (folder / "k.spv").read_bytes()[:4] == b"\x03\x02\x23\x07"
    text = hcc.ok("--emit=asm", "--targets=spirv", "k.cpp", "-o", "-", cwd=folder)
    assert text.count("OpEntryPoint") == 2


def test_llvm_ir_and_assembly_of_a_target(hcc: Command, folder: Path) -> None:
    ir = hcc.ok("--emit=ll", "--verify", "--targets=ptx", "k.cpp", "-o", "-", cwd=folder)
    assert 'target triple = "nvptx64-nvidia-cuda"' in ir and ir.count("ptx_kernel") >= 2
    host = hcc.ok("--emit=asm", "--targets=host:x86-64-v3", "k.cpp", "-o", "-", cwd=folder)
    assert "ymm" in host and ".weak\thcpy_host_" in host
    amd = hcc.ok("--emit=amdgcn-asm", "--targets=amdgcn:gfx1100", "k.cpp", "-o", "-", cwd=folder)
    assert '.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"' in amd and amd.count(".amdhsa_kernel ") == 2


MISSING_TYPENAME = """#include <amp.h>
using namespace concurrency;
template <class T> struct Traits { typedef T type; };
template <class T> void fill(array_view<T> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { Traits<T>::type x = 3; v[i] = x; });
}
void run() { array_view<int> v(4); fill(v); }
"""


@pytest.mark.parametrize("what", ["ll", "spirv"])
def test_a_missing_typename_is_read_as_in_a_compilation(hcc: Command, tmp_path: Path, what: str) -> None:
    (tmp_path / "k.cpp").write_text(MISSING_TYPENAME)
    done = hcc("-std=c++amp", f"--emit={what}", "k.cpp", "-o", "k.out", cwd=tmp_path)
    assert done.returncode == 0 and "'typename' is missing, as Visual C++ allows" in done.stderr
    assert (tmp_path / "k.out").stat().st_size > 0
    refused = hcc("-std=c++amp", "-fno-ms-compat", f"--emit={what}", "k.cpp", "-o", "-", cwd=tmp_path)
    assert refused.returncode == 1 and "missing 'typename'" in refused.stderr


def test_what_the_split_stage_found(hcc: Command, folder: Path) -> None:
    found = json.loads(hcc.ok("--emit=split", "k.cpp", "-o", "-", cwd=folder))
    assert [kernel["location"]["line"] for kernel in found["kernels"]] == [4, 10]
    assert {"kernels", "edits", "diagnostics"} == set(found)


@pytest.mark.parametrize("words", [("--emit=split", "-o", "-"), ("--stop-after=split", "-c")])
def test_the_split_stage_of_no_program_fails(hcc: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "k.cpp").write_text(f"{SOURCE}\nint x = unknown;\n")
    done = hcc(*words, "k.cpp", cwd=tmp_path)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("error: ") == 1
    assert "error: use of undeclared identifier 'unknown'" in done.stderr


@pytest.mark.parametrize(
    "words,message",
    [
        (
            ("--emit=foo", "k.cpp"),
            "--emit=foo: expected spirv, ptx, vulkan, ll, asm, split, amdgcn-asm or vulkan-spirv",
        ),
        (
            ("--emit=ptx", "--targets=spirv", "k.cpp"),
            "--emit=ptx is for the target ptx; --targets names spirv",
        ),
        (
            ("--emit=asm", "--targets=host:x86-64,spirv", "k.cpp"),
            "--emit=asm is for one target; --targets names 2",
        ),
        (
            ("--emit=asm", "--verify", "k.cpp"),
            "--verify has no checker for --emit=asm; it has for spirv, ptx, vulkan, ll",
        ),
        (
            ("--verify", "k.cpp"),
            "--verify checks what --emit=spirv, ptx, vulkan or ll makes; give one of them",
        ),
        (("--emit=ptx", "plain.cpp"), "'plain.cpp' has no kernels: it is plain C or C++"),
        (("--emit=ptx", "k.cpp", "k.cpp"), "--emit=ptx takes one source"),
        (
            ("--emit=ptx", "k.cpp", "-o", "no/such/folder"),
            "cannot write 'no/such/folder': No such file or directory",
        ),
        (("--json", "k.cpp"), "--json belongs to --list-kernels FILE"),
    ],
)
def test_wrong_uses_are_one_line(hcc: Command, folder: Path, words: tuple[str, ...], message: str) -> None:
    done = hcc(*words, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"hcc: error: {message}\n")


def test_an_error_in_the_source_leaves_no_file(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.cpp").write_text(SOURCE.replace("v[i] += 1", "throw 1"))
    done = hcc("--emit=ptx", "bad.cpp", cwd=tmp_path)
    assert done.returncode == 1 and "bad.cpp:10:70: error: 'throw' is not allowed" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.cpp"]


def test_help_names_them(hcc: Command) -> None:
    shown = hcc.ok("--help")
    options = ("--emit=WHAT", "--verify", "--list-kernels FILE", "--time-stages[=FILE]")
    assert all(f"\n  {option}" in shown for option in (*options, "HCPY_HOST_ARCH"))


def test_dash_s_writes_amd_assembly_too(hcc: Command, folder: Path, tmp_path: Path) -> None:
    hcc.ok("-S", "--targets=amdgcn", folder / "k.cpp", "-o", "k.s", cwd=tmp_path)
    assert ".amdgcn_target" in (tmp_path / "k.amdgcn.s").read_text()


# --- --list-kernels ----------------------------------------------------------------------------------
def listed(hcc: Command, path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(hcc.ok("--list-kernels", path, "--json"))
    return found


def check(kernels: list[dict[str, Any]]) -> None:
    first, second = sorted(kernels, key=lambda kernel: kernel["source"]["line"])
    assert (first["source"]["line"], second["source"]["line"]) == (4, 10)
    assert [(c["name"], c["type"], c["bytes"]) for c in first["captures"]] == [
        ("v", "hc::array_view<float>", 32),
        ("weights", "Weights", 16),
        ("offset", "int", 4),
    ]
    assert first["barriers"] and not second["barriers"]
    assert first["function_object"]["bytes"] >= 52
    targets = first["targets"]
    host = {"host:x86-64", "host:x86-64-v3", "host:x86-64-v4"}
    assert set(targets) == host | {"spirv", "ptx:sm_80", "amdgcn:gfx90a"}
    assert all(resources["group_memory"] == 256 for resources in targets.values())
    ptx = targets["ptx:sm_80"]
    assert 4 <= ptx["registers"] <= 40 and ptx["barriers"] == 1
    assert ptx["spill_stores"] == ptx["spill_loads"] == 0
    assert targets["host:x86-64-v3"]["vectors"] == "AVX2, 256 bits"
    assert targets["amdgcn:gfx90a"]["wavefront"] == 64 and targets["amdgcn:gfx90a"]["vector_registers"] > 0


def test_objects_archives_and_linked_files(hcc: Command, folder: Path) -> None:
    check(listed(hcc, folder / "k.o"))
    ar = shutil.which("ar") or shutil.which("llvm-ar")
    assert ar is not None, "apt-get install binutils"
    name = "a_member_with_a_name_of_more_than_sixteen_letters.o"
    shutil.copy(folder / "k.o", folder / name)
    for options in ("rcs", "rcsT"):
        archive = folder / f"lib{options}.a"
        subprocess.run([ar, options, archive.name, "plain.o", name], cwd=folder, check=True)
        kernels = listed(hcc, archive)
        check(kernels)
        assert kernels[0]["file"] == f"{archive}({name})"
    hcc.ok("-shared", "k.o", "-o", "k.so", cwd=folder)
    check(listed(hcc, folder / "k.so"))
    (folder / "main.cpp").write_text("int main() {}\n")
    hcc.ok("main.cpp", "k.o", "-o", "program", cwd=folder)
    check(listed(hcc, folder / "program"))


def test_text_for_people(hcc: Command, folder: Path) -> None:
    text = hcc.ok("--list-kernels", "k.o", cwd=folder)
    assert "k.o: run::lambda at k.cpp:4\n  source           k.cpp:4\n" in text
    assert "  captures         v: hc::array_view<float>, 32 bytes\n" in text
    assert re.search(r"ptx:sm_80 +\d+ registers, 256 bytes of shared memory, 1 barrier, no spills\n", text)
    assert hcc.ok("--list-kernels", "plain.o", cwd=folder) == "plain.o: no kernels\n"


def test_captures_that_nobody_parsed(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE.replace("offset & 3", "offset % 4"))
    hcc.ok("-c", "--targets=spirv", "k.cpp", cwd=tmp_path)
    assert "captures         not recorded: compile with -g" in hcc.ok("--list-kernels", "k.o", cwd=tmp_path)


def test_a_refusing_checker_hides_no_warnings(hcc: Command, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "spirv-val").write_text("#!/bin/sh\necho it is wrong >&2; exit 1\n")
    (tmp_path / "spirv-val").chmod(0o755)
    recursive = "#include <hc.hpp>\nint f(int n) [[hc]] { return n < 2 ? n : f(n - 1) * f(n - 2); }\n"
    call = "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = f(v[i]); });\n"
    (tmp_path / "r.cpp").write_text(recursive + f"void g(hc::array_view<int, 1> v) {{\n{call}}}\n")
    words = ("--emit=spirv", "--verify", "r.cpp")
    done = hcc(*words, cwd=tmp_path, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert done.returncode == 1
    assert "SPIR-V has no recursion" in done.stderr and "it is wrong" in done.stderr


def test_a_missing_checker_is_told(hcc: Command, folder: Path, tmp_path: Path) -> None:
    """A Python whose packages lack ptxas: it is looked for on PATH, beside Python and in NVIDIA's package."""
    code = (
        "import sys; from hcpy.objects import checkers; checkers.find = lambda name: None;"
        "from hcpy.driver.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": str(Path(checkers.__file__).parents[2])}
    for asked, name in ((("--emit=ptx", "--verify", "k.cpp", "-o", "-"), "ptxas"),):
        done = subprocess.run(
            [*words, *asked], cwd=folder, env=env, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"hcc: error: {name} was not found; install it with: {checkers.INSTALL[name]}\n"
    shown = subprocess.run(
        [*words, "--list-kernels", "k.o"], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0
    assert (
        f"ptxas not found: install it with: {checkers.INSTALL['ptxas']}, 256 bytes of shared" in shown.stdout
    )


def test_a_ptxas_that_dies_silently(hcc: Command, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "ptxas").write_text("#!/bin/sh\nkill -9 $$\n")
    (tmp_path / "ptxas").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    shown = hcc.ok("--list-kernels", "k.o", cwd=folder, env={"PATH": path})
    assert f"ptxas refuses this image: {tmp_path}/ptxas was ended by signal 9" in shown


@pytest.mark.parametrize("damage", ["cut", "header", "not ELF"])
def test_damaged_files_are_one_line(hcc: Command, folder: Path, tmp_path: Path, damage: str) -> None:
    data = (folder / "k.o").read_bytes()
    file = tmp_path / "file"
    header = b"name.o/         0           0     0     644     %-10d`\n"
    content = {
        "cut": b"!<arch>\n" + header % len(data) + data[:100],
        "header": b"!<arch>\n" + b"x" * 60 + data,
        "not ELF": b"no object at all",
    }[damage]
    file.write_bytes(content)
    done = hcc("--list-kernels", file)
    assert done.returncode == 1
    assert done.stderr.startswith(f"hcc: error: {file}: ") and done.stderr.count("\n") == 1


def test_exchanges_on_ptx_are_of_the_device(hcc: Command, tmp_path: Path) -> None:
    """Those of the ring that kernels print into, too; std::atomic's are the system's."""
    kernel = "hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1>) [[hc]]"
    (tmp_path / "k.cpp").write_text(
        "#include <hc.hpp>\n#include <atomic>\n#include <cstdio>\n"
        f"void ours(int* p) {{ {kernel} {{ int old = 1; hc::atomic_compare_exchange(p, &old, 2);"
        ' printf("%d", old); }); }\n'
        f"void theirs(std::atomic<int>* p) {{ {kernel} {{ int old = 1;"
        " p->compare_exchange_strong(old, 2); }); }\n"
    )
    text = hcc.ok("--emit=ptx", "--targets=ptx:sm_90", "k.cpp", "-o", "-", cwd=tmp_path)
    scopes = re.findall(r"\batom\.\w+\.(\w+)\.\w+\.cas", text)
    assert scopes.count("sys") == 1 and scopes.count("gpu") >= 2


def test_the_pitch_of_an_array_of_int_is_read_once(hcc: Command, tmp_path: Path) -> None:
    source = tmp_path / "columns.cpp"
    source.write_text("""#include <hc.hpp>
void run(hc::array<int, 2>& in, hc::array<int, 2>& out, int n) {
  hc::parallel_for_each(in.get_extent(), [&in, &out, n](hc::index<2> i) [[hc]] {
    for (int k = 0; k < n; ++k) out(i[0], i[1]) += in(k, i[1]);
  });
}
""")
    text = hcc.ok("-hc", "-O2", "--emit=ptx", source, "-o", "-")
    loops = re.findall(r"^(\$L__BB\d+_\d+):[^\n]*\n((?:\t.*\n)*?)\t@%p\d+ bra \t\1;", text, re.M)
    assert loops, text
    assert all(body.count("ld.global") <= 2 * body.count("st.global") for _, body in loops), text


SPECIALIZED = """#include <hc.hpp>
#include <hc_specialized.hpp>
int main() {
  hc::array_view<int> v(64);
  for (int n : {3, 5, 3}) {
    const hc::specialized<int> count(n);
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
      v[i] = 0;
      for (int k = 0; k < count; ++k) v[i] += i[0];
    });
    if (v[2] != 2 * n) return 1;
  }
}
"""


def test_specialized_values_are_constants_where_a_target_has_such(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "s.cpp").write_text(SPECIALIZED)
    hcc.ok("-O2", "--targets=host:x86-64,spirv,vulkan", "s.cpp", "-o", "s", cwd=tmp_path)
    (kernel,) = json.loads(hcc.ok("--list-kernels", "s", "--json", cwd=tmp_path))
    shown = {target: found["specialized"] for target, found in kernel["targets"].items()}
    constant, pushed = ({"constants": c, "pushed": not c} for c in ([{"offset": 32, "bytes": 4}], []))
    assert shown == {"host:x86-64": pushed, "spirv": constant, "vulkan:1.3": constant}
    text = hcc.ok("--list-kernels", "s", cwd=tmp_path)
    assert "constant bytes 32 to 35" in text and "specialized values pushed" in text
    for device in devices():
        env = {**os.environ, "HCPY_VERBOSE": "1", "HCPY_DEFAULT_ACCELERATOR": device}
        done = subprocess.run(["./s"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        variants = re.findall("compiled for the specialized values (.*)", done.stderr)
        if device.startswith(("opencl", "vulkan")):
            assert variants == ["0x3 at byte 32", "0x5 at byte 32"]
        elif device == "host":
            assert "specialized values are pushed as arguments" in done.stderr and not variants
