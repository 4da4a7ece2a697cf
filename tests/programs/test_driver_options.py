"""hcc as a C++ compiler: its options in clang's meaning, for sources with and without kernels."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command
from driver_support import KERNEL, NULL, ON_HOST, fill, names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fill(tmp_path)


# --- sources without kernels ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "words",
    [
        ["-c", "plain.cpp"],
        ["-c", "plain.cpp", "part.c"],
        ["-S", "plain.cpp", "-o", "-"],
        ["plain.cpp", "-shared", "-o", "libplain.so"],
    ],
)
def test_plain_sources_are_clangs_alone(hcc: Command, folder: Path, words: list[str]) -> None:
    shown = hcc(*words, cwd=folder, env={"HCPY_VERBOSE": "1"})
    assert shown.returncode == 0
    commands = [line for line in shown.stderr.splitlines() if line.startswith(" /")]
    assert len(commands) == 1 + ("-shared" in words)
    assert all("clang" in line.split()[0] for line in commands)


OPENMP = """#include <stdio.h>
#include <omp.h>
int main() {
  omp_lock_t lock;
  int sum = 0;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  omp_set_lock(&lock), sum += omp_get_thread_num() + 1, omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  printf("%d %d %d\\n", sum, (int)sizeof lock, _OPENMP);
}
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("plain.c", ()),
        ("plain.cpp", ()),
        ("kernels.cpp", ("-hc",)),
        ("kernels.cpp", ("-std=c++amp",)),
        ("windows.cpp", ("-std=c++amp", "-fms-compat")),
        ("one.c", ("plain.c",)),  # the full driver's way: two inputs, an object each
    ],
)
def test_openmps_functions_are_declared(
    hcc: Command, folder: Path, name: str, words: tuple[str, ...]
) -> None:
    (folder / name).write_text(OPENMP)
    (folder / "plain.c").write_text(OPENMP)
    compiled = hcc("-fopenmp", "-c", name, *words, cwd=folder)
    assert (compiled.returncode, compiled.stderr) == (0, "")
    assert b"__kmpc_fork_call" in (folder / f"{Path(name).stem}.o").read_bytes()


def test_what_a_plain_source_costs(folder: Path) -> None:
    """Not time, which a busy machine lengthens, but what hcc imports before it becomes clang."""
    code = (
        f"import sys; sys.path.insert(0, {str(REPOSITORY)!r})\n"
        "import hcpy.driver.cli\n"
        "import os; os.execv = lambda name, words: (print(*sorted(sys.modules)), sys.exit())\n"
        f"sys.prefix = {sys.prefix!r}; sys.path += {[p for p in sys.path if p.endswith('-packages')]!r}\n"
        "hcpy.driver.cli.main(['-c', 'plain.cpp'])\n"
    )
    words = [sys.executable, "-S", "-c", code]
    clean = {k: v for k, v in os.environ.items() if k not in ("HCPY_CLANG", "HCPY_HOME", "HCPY_VERBOSE")}
    shown = subprocess.run(words, cwd=folder, env=clean, capture_output=True, text=True, check=True).stdout
    modules = set(shown.split())
    assert {name for name in modules if name.startswith("hcpy.")} == {
        *("hcpy.core", "hcpy.driver", "hcpy.driver.cli", "hcpy.driver.dialects", "hcpy.driver.plain"),
        *("hcpy.driver.stage_files", "hcpy.driver.standard_input", "hcpy.core.lazy", "hcpy.core.words"),
    }
    assert modules.isdisjoint(("argparse", "dataclasses", "pathlib", "subprocess", "tempfile"))


def test_kernels_behind_the_users_header_are_told(hcc: Command, folder: Path) -> None:
    (folder / "mine.h").write_text("#include <hc.hpp>\n")
    (folder / "user.cpp").write_text('#include "mine.h"\nhc::extent<1> two(2);\n')
    done = hcc("-c", "user.cpp", cwd=folder)
    assert done.returncode == 1
    assert "this source has HC in a header: compile it with -hc" in done.stderr
    assert "undeclared identifier" not in done.stderr  # nothing else is of interest
    assert hcc("-hc", NULL, "-c", "user.cpp", cwd=folder).returncode == 0


# --- questions -------------------------------------------------------------------------------------------
def test_questions_without_an_input(hcc: Command, tmp_path: Path) -> None:
    assert hcc.ok("-dumpversion").startswith("22.")
    assert hcc.ok("-dumpmachine") == "x86_64-unknown-linux-gnu\n"
    assert "libraries: =" in hcc.ok("-print-search-dirs")
    assert hcc.ok("-hc", "-print-file-name=libgcc.a").endswith("libgcc.a\n")
    assert re.match(r"HCC clang version 22\.\S+ \(based on HCC 3\.2\.", hcc.ok("--version"))
    shown = hcc("-v")
    assert shown.returncode == 0 and "hcc version 3.2." in shown.stderr
    assert "clang version 22" in shown.stderr
    assert "LLD 22" in hcc.ok("-Wl,--version")
    assert hcc("-c").stderr == "hcc: error: no input files\n"


# --- texts -----------------------------------------------------------------------------------------------
def test_preprocessing(hcc: Command, folder: Path) -> None:
    assert "part(i[0])" in hcc.ok("-E", "kernel.cpp", cwd=folder)
    hcc.ok("-E", "kernel.cpp", "-o", "kernel.i", "-MD", cwd=folder)
    assert {"kernel.i", "kernel.gpu.i", "kernel.d"} <= names(folder)
    assert "#define __KALMAR_ACCELERATOR__ 1" not in hcc.ok("-E", "-dM", "kernel.cpp", cwd=folder)
    assert "#define __HCC__ 1" in hcc.ok("-E", "-dM", "kernel.cpp", cwd=folder)


def test_preprocessed_text_is_refused_in_one_message(hcc: Command, folder: Path) -> None:
    hcc.ok("-E", "kernel.cpp", "-o", "kernel.ii", cwd=folder)
    hcc.ok("-E", "-P", "kernel.cpp", "-o", "bare.ii", cwd=folder)
    hcc.ok("-E", "plain.cpp", "-o", "plain.ii", cwd=folder)
    for words in (
        ["kernel.ii"],
        ["-hc", "kernel.ii"],
        ["-c", "-x", "c++-cpp-output", "kernel.ii"],
        ["bare.ii"],
    ):
        told = hcc(*words, cwd=folder)
        assert told.returncode == 1 and told.stderr.count("\n") == 1
        assert "the device part is not in it: compile the source itself" in told.stderr
    hcc.ok("-c", "plain.ii", cwd=folder)
    hcc.ok("-hc", "-c", "plain.ii", cwd=folder)


def test_assembly_without_kernels_does_not_link(hcc: Command, folder: Path) -> None:
    for words, made in ((["-S"], "kernel.s"), (["-c", "-emit-llvm"], "kernel.bc")):
        hcc.ok(NULL, *words, "kernel.cpp", "-o", made, cwd=folder)
        told = hcc(made, "plain.cpp", "-o", "program", cwd=folder)
        assert told.returncode == 1
        assert (
            "undefined symbol: the kernels of this file (hcc -S and -emit-llvm write its host part"
            in told.stderr
        )


def test_assembly_of_both_parts(hcc: Command, folder: Path) -> None:
    hcc.ok("--targets=spirv,host:x86-64,ptx:sm_90,host:x86-64-v3", "-S", "amp.cpp", cwd=folder)
    made = {"amp.s", "amp.ptx", "amp.spvasm", "amp.x86-64.host.s", "amp.x86-64-v3.host.s"}
    assert made <= names(folder)
    assert ".visible .entry" in (folder / "amp.ptx").read_text()
    assert "OpEntryPoint Kernel" in (folder / "amp.spvasm").read_text()
    assert ".globl" in (folder / "amp.s").read_text()
    assert "hcpy_host_" in (folder / "amp.x86-64.host.s").read_text()
    before = names(folder)
    assert ".globl" in hcc.ok(NULL, "-S", "kernel.cpp", "-o", "-", cwd=folder)
    hcc.ok("--targets=ptx", "-S", "kernel.cpp", "-o", "/dev/null", cwd=folder)
    assert names(folder) == before and not Path("/dev/null.ptx").exists()


def test_llvms_ir_of_both_parts(hcc: Command, folder: Path) -> None:
    hcc.ok("--targets=ptx,host:x86-64", "-S", "-emit-llvm", "kernel.cpp", cwd=folder)
    assert {"kernel.ll", "kernel.ptx.ll", "kernel.host.ll"} <= names(folder)
    assert 'target triple = "x86_64' in (folder / "kernel.ll").read_text()
    assert 'target triple = "nvptx64' in (folder / "kernel.ptx.ll").read_text()
    hcc.ok(NULL, "-c", "-emit-llvm", "kernel.cpp", "plain.cpp", cwd=folder)
    assert (folder / "kernel.bc").read_bytes()[:2] == (folder / "plain.bc").read_bytes()[:2] == b"BC"
    assert "-emit-llvm cannot be used when linking" in hcc("-emit-llvm", "kernel.cpp", cwd=folder).stderr


def test_checking_alone(hcc: Command, folder: Path) -> None:
    before = names(folder)
    hcc.ok("-fsyntax-only", "kernel.cpp", "amp.cpp", "plain.cpp", cwd=folder)
    done = hcc("-fsyntax-only", "broken_kernel.cpp", cwd=folder)
    assert done.returncode == 1 and done.stderr.count("error: ") == 1
    assert names(folder) == before


# --- dependency files ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "file", "target"),
    [
        (["-c", "-MD"], "kernel.d", "kernel.o"),
        (["-c", "-MMD", "-o", "out.dir.o"], "out.dir.d", "out.dir.o"),
        (["-MMD", "-MF", "x.d", "-shared", "-fPIC", "-o", "prog"], "x.d", "prog"),
        (["-MMD", "-shared", "-fPIC"], "kernel.d", "kernel.o"),
        (["-c", "-MMD", "-MT", "one two"], "kernel.d", "one two"),
        (["-c", "-MMD", "-MQ", "one two"], "kernel.d", "one\\ two"),
        (["-c", "-Wp,-MMD,y.d"], "y.d", "kernel.o"),
    ],
)
def test_dependency_files(hcc: Command, folder: Path, words: list[str], file: str, target: str) -> None:
    hcc.ok(NULL, *words, "kernel.cpp", cwd=folder)
    text = (folder / file).read_text()
    assert text.startswith(f"{target}: kernel.cpp ")
    assert re.search(r"\bpart\.h\b", text) and "hcpy-prefix" not in text and "hcrt/prefix" not in text
    assert ("hcrt" in text) == ("-MD" in words)


def test_dependencies_to_standard_output(hcc: Command, folder: Path) -> None:
    for words in (["-MM"], ["-c", NULL, "-MMD", "-MF", "-"], ["-c", NULL, "-MMD", "-MF", "/dev/stdout"]):
        assert hcc.ok(*words, "kernel.cpp", cwd=folder).split() == ["kernel.o:", "kernel.cpp", "part.h"]
    shown = hcc.ok("-MM", "-MP", "kernel.cpp", "plain.cpp", cwd=folder)
    assert shown.split("\n")[:2] == ["kernel.o: kernel.cpp part.h", "part.h:"]
    assert "plain.o: plain.cpp part.h" in shown


# --- inputs ------------------------------------------------------------------------------------------------
def test_inputs_of_all_kinds(hcc: Command, folder: Path) -> None:
    """With and without kernels, C, assembly, an object, an archive, a shared object; given by odd paths."""
    hcc.ok("-c", "-fPIC", "plain.cpp", cwd=folder)
    hcc.ok("-c", "part.c", "-o", "in_c.o", cwd=folder)
    subprocess.run(["ar", "rcs", "libin_c.a", "in_c.o"], cwd=folder, check=True)
    hcc.ok("-shared", "plain.o", "-o", "libplain.so", cwd=folder)
    kernel = "./kernel.cpp"
    words = [
        "--targets=host:x86-64",
        "main.cpp",
        kernel,
        "part.s",
        "libin_c.a",
        "-L.",
        "-lplain",
        "-Wl,-rpath,.",
    ]
    hcc.ok(*words, "-o", "program", cwd=folder)
    done = subprocess.run(["./program"], cwd=folder, env={**os.environ, **ON_HOST}, check=False)
    assert done.returncode == 20 + 30 + 4 + 5


def test_languages_of_inputs(hcc: Command, folder: Path) -> None:
    (folder / "kernel.txt").write_text(KERNEL)
    hcc.ok(NULL, "-c", "-x", "c++", "kernel.txt", "-o", "k.o", cwd=folder)
    assert ": bundle 0" in hcc.ok("--inspect", "k.o", cwd=folder)
    hcc.ok("-c", "-x", "c", "part.c", "-x", "assembler", "part.s", "-x", "none", "plain.cpp", cwd=folder)
    assert {"part.o", "plain.o"} <= names(folder)


# --- several inputs ----------------------------------------------------------------------------------------
def test_several_inputs(hcc: Command, folder: Path) -> None:
    """Each is compiled even where others fail; the words come in the order of the inputs."""
    done = hcc(
        NULL, "-c", "broken_kernel.cpp", "kernel.cpp", "broken.cpp", "plain.cpp", "amp.cpp", cwd=folder
    )
    assert done.returncode == 1
    places = re.findall(r"^(\w+\.cpp):\d+:\d+: error", done.stderr, re.MULTILINE)
    assert places == ["broken_kernel.cpp", "broken.cpp"], done.stderr
    assert {"kernel.o", "plain.o", "amp.o"} <= names(folder)
    assert names(folder).isdisjoint({"broken.o", "broken_kernel.o"})
    assert "cannot specify -o" in hcc("-c", "kernel.cpp", "plain.cpp", "-o", "x.o", cwd=folder).stderr


@pytest.mark.parametrize("source", ["broken.cpp", "broken_kernel.cpp"])
def test_exit_codes(hcc: Command, folder: Path, source: str) -> None:
    before = names(folder)
    assert hcc("-c", NULL, source, cwd=folder).returncode == 1
    assert hcc(NULL, source, "-o", "program", cwd=folder).returncode == 1
    assert hcc("main.cpp", "-o", "program", cwd=folder).returncode == 1  # undefined symbols
    assert hcc("-c", "none.cpp", cwd=folder).returncode == 1
    assert names(folder) == before


# --- words -------------------------------------------------------------------------------------------------
def test_response_files_as_clang_reads_them(hcc: Command, folder: Path) -> None:
    (folder / "more").write_text('"-DTEXT=\\"a \'b\\"" "" \n -DX=1')
    (folder / "words").write_text("-c '@more' @more \"odd name.cpp\" -o\nout.o")
    (folder / "@more").write_text("")
    (folder / "odd name.cpp").write_text("static_assert(sizeof(TEXT) == 5 && X);\n")
    done = hcc("@words", cwd=folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("source", ["kernel.cpp", "plain.cpp"])
def test_more_words_than_the_system_takes_at_once(hcc: Command, folder: Path, source: str) -> None:
    lines = [f"-DMACRO_{number}=some_value_of_it" for number in range(4000)]
    (folder / "words").write_text("\n".join(lines))
    hcc.ok("-E", "@words", source, "-o", "out.i", "-DLAST=1", cwd=folder)
    assert (folder / "out.i").is_file()


def test_entries_of_a_compilation_database(hcc: Command, folder: Path) -> None:
    hcc.ok(NULL, "-c", "-MJ", "entries", "kernel.cpp", "amp.cpp", cwd=folder)
    entries = json.loads("[" + (folder / "entries").read_text().rstrip(",\n") + "]")
    by_file = {entry["file"]: entry for entry in entries}
    assert set(by_file) == {"kernel.cpp", "amp.cpp"}
    assert by_file["amp.cpp"]["arguments"] == ["hcc", NULL, "-c", "-MJ", "entries", "amp.cpp"]
    assert by_file["amp.cpp"]["output"] == "amp.o"


def test_precompiled_headers_of_plain_sources(hcc: Command, folder: Path) -> None:
    """What CMake's target_precompile_headers says; kernels get the header itself."""
    (folder / "all.hxx").write_text("#define OFFSET 7\n")
    hcc.ok("-x", "c++-header", "all.hxx", "-o", "all.hxx.pch", cwd=folder)
    (folder / "kernel.cpp").write_text(KERNEL.replace("part(i[0])", "part(i[0]) + OFFSET"))
    (folder / "plain.cpp").write_text("int plain() { return OFFSET; }\n")
    (folder / "hc.hpp").write_text("#include <hc.hpp>\n")
    hcc.ok("-hc", "-c", "hc.hpp", cwd=folder)
    assert (folder / "hc.hpp.pch").is_file()
    (folder / "hc.hpp").unlink()
    flags = [w for word in ("-include-pch", "all.hxx.pch", "-include", "all.hxx") for w in ("-Xclang", word)]
    done = hcc(NULL, "-Winvalid-pch", *flags, "-c", "kernel.cpp", "plain.cpp", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")


def test_launched_in_the_place_of_another_compiler(hcc: Command, folder: Path) -> None:
    hcc.ok("--launch", "/usr/bin/g++", NULL, "-c", "kernel.cpp", cwd=folder)
    assert ": bundle 0" in hcc.ok("--inspect", "kernel.o", cwd=folder)


def test_warnings_of_hccs_own_obey_the_flags(hcc: Command, folder: Path) -> None:
    (folder / "part.h").write_text(
        "inline int part(int x) { return x < 2 ? x : part(x - 1) + part(x - 2); }\n"
    )
    words = ["--targets=spirv", "-c", "kernel.cpp", "-o", "out.o"]
    warned = hcc(*words, cwd=folder)
    assert warned.returncode == 0 and "warning: SPIR-V has no recursion" in warned.stderr
    assert hcc(*words, "-w", cwd=folder).stderr == ""
    (folder / "out.o").unlink()
    strict = hcc(*words, "-Werror", cwd=folder)
    assert strict.returncode == 1 and "error: SPIR-V has no recursion" in strict.stderr
    assert not (folder / "out.o").exists()


# --- clangd ------------------------------------------------------------------------------------------------
def test_clangd_shows_no_false_errors(hcc_config: Command, tmp_path: Path) -> None:
    clangd = Path(sys.executable).with_name("clangd")
    (tmp_path / ".clangd").write_text(hcc_config.ok("--clangd"))
    conformance = REPOSITORY / "tests" / "programs" / "conformance"
    sources = {
        "hc.cpp": REPOSITORY / "samples" / "saxpy.cpp",
        "amp.cpp": REPOSITORY / "samples" / "amp_matmul.cpp",
        "overloads.cpp": conformance / "amp_overloads" / "members.cpp",
    }
    entries = []
    for name, source in sources.items():
        (tmp_path / name).write_text(source.read_text())
        words = ["hcc", "-hc" if name == "hc.cpp" else "-std=c++amp", NULL, "-c", name]
        entries.append({"directory": str(tmp_path), "file": name, "arguments": words})
    (tmp_path / "check.hpp").write_text((REPOSITORY / "tests/programs/headers/check.hpp").read_text())
    (tmp_path / "wrong.cpp").write_text("#include <hc.hpp>\nint f() [[hc]] { return nothing; }\n")
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))

    def errors(name: str) -> list[str]:
        words = [str(clangd), f"--check={name}", "--check-lines=1-1"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
        assert "Building AST" in done.stderr, done.stderr
        return re.findall(r"^E\[[\d:.]+\] (\[\w+\] Line.*)", done.stderr, re.MULTILINE)

    for name in sources:
        assert errors(name) == []
    assert len(errors("wrong.cpp")) == 1
