"""Build systems with hcc as their compiler: CMake, make with hcc-config's flags, and meson.

Each builds the same library with kernels, program and plug-in, and then again after a header has changed:
what depends on it is built anew, and nothing else.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command

BUILDS = Path(__file__).parent / "builds"
EXPECTED = "library 108, plug-in 15, C 49\n"
CHANGED = "library 188, plug-in 15, C 49\n"


@pytest.fixture(scope="module")
def tools(commands: dict[str, str]) -> dict[str, str]:
    """hcc in the PATH, for the host alone."""
    return {**commands, "HCPY_TARGETS": "host:x86-64", "HCPY_DEFAULT_ACCELERATOR": "host"}


def run(*words: str | Path, cwd: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        [str(w) for w in words], cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def made_anew(build: Path, build_again: Callable[[], object]) -> set[str]:
    """The objects and programs that a build writes."""

    def times() -> dict[str, int]:
        files = [
            p for p in build.rglob("*") if p.is_file() and p.suffix not in (".d", ".json", ".dat", ".txt")
        ]
        return {p.name: p.stat().st_mtime_ns for p in files if p.name[0] != "."}

    before = times()
    build_again()
    return {name for name, when in times().items() if before.get(name) != when}


def change(header: Path, old: str, new: str) -> None:
    text = header.read_text()
    assert old in text
    header.write_text(text.replace(old, new))


@pytest.mark.parametrize("compiler", ["hcc", "g++"])
def test_cmake(tools: dict[str, str], tmp_path: Path, compiler: str) -> None:
    shutil.copytree(BUILDS, tmp_path / "a project")
    source, build = tmp_path / "a project" / "cmake", tmp_path / "a build"
    folder = run("hcc-config", "--cmakedir", cwd=tmp_path, env=tools).strip()
    env = {**tools, "CXX": compiler, "CC": "hcc" if compiler == "hcc" else "gcc"}
    said = run(
        "cmake", "-S", source, "-B", build, "-G", "Ninja", f"-Dhcc_DIR={folder}", cwd=tmp_path, env=env
    )
    identity = "Clang 22" if compiler == "hcc" else "GNU"
    assert f"The CXX compiler identification is {identity}" in said
    ninja = ("ninja", "-C", build, "-j2")
    run(*ninja, cwd=tmp_path, env=env)
    assert run(build / "program", build / "plugin.so", cwd=tmp_path, env=env) == EXPECTED
    assert run(build / "amp", cwd=tmp_path, env=env) == "amp 21\n"
    assert "no work to do" in run(*ninja, cwd=tmp_path, env=env)
    assert "library.cpp" in (build / "compile_commands.json").read_text()

    change(tmp_path / "a project" / "sources" / "shift.hpp", "+ 10", "+ 20")
    anew = made_anew(build, lambda: run(*ninja, cwd=tmp_path, env=env))
    assert {"library.cpp.o", "liblibrary.so"} <= anew
    assert not anew & {"plugin.cpp.o", "plugin.so", "main.cpp.o", "square.c.o", "amp", "amp.cpp.o"}
    assert run(build / "program", build / "plugin.so", cwd=tmp_path, env=env) == CHANGED


def test_cmake_learns_what_the_compiler_can_do(tools: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        """cmake_minimum_required(VERSION 3.21)
project(features LANGUAGES CXX)
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckIPOSupported)
check_cxx_compiler_flag(-Wshadow has_shadow)
check_cxx_compiler_flag(-Wno-such-warning-as-this has_nonsense)
check_cxx_compiler_flag(--no-such-option has_no_option)
set(optional "#include <optional>\\nint main() { return std::optional<int>(0).value(); }")
check_cxx_source_compiles("${optional}" has_optional)
check_cxx_source_compiles("int main() { return nothing; }" has_nothing)
check_ipo_supported(RESULT has_ipo LANGUAGES CXX)
list(FIND CMAKE_CXX_COMPILE_FEATURES cxx_std_20 found)
message(STATUS "id=${CMAKE_CXX_COMPILER_ID} variant=${CMAKE_CXX_COMPILER_FRONTEND_VARIANT}")
message(STATUS "flags=${has_shadow},${has_nonsense},${has_no_option} source=${has_optional},${has_nothing}")
message(STATUS "standard=${CMAKE_CXX_STANDARD_COMPUTED_DEFAULT} cxx20=${found}")
message(STATUS "includes=${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES}")
message(STATUS "libraries=${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES}")
"""
    )
    said = run("cmake", "-S", ".", "-B", "build", "-G", "Ninja", cwd=tmp_path, env={**tools, "CXX": "hcc"})
    assert "id=Clang variant=GNU" in said
    assert "flags=1,, source=1,\n" in said
    assert re.search(r"standard=17 cxx20=\d+", said)
    assert re.search("includes=.*/c[+][+]/", said)
    assert re.search("libraries=.*stdc[+][+];m;", said)


def test_make_with_hcc_configs_flags(tools: dict[str, str], tmp_path: Path) -> None:
    shutil.copytree(BUILDS, tmp_path / "project")
    folder = tmp_path / "project" / "make"
    run("make", "-j2", cwd=folder, env=tools)
    assert run("./program", "./plugin.so", cwd=folder, env=tools) == EXPECTED
    assert run("./amp", cwd=folder, env=tools) == "amp 21\n"
    assert "Nothing to be done" in run("make", cwd=folder, env=tools)

    change(tmp_path / "project" / "sources" / "shift.hpp", "+ 10", "+ 20")
    assert made_anew(folder, lambda: run("make", cwd=folder, env=tools)) == {"library.o", "program"}
    assert run("./program", "./plugin.so", cwd=folder, env=tools) == CHANGED
    change(tmp_path / "project" / "sources" / "plugin_factor.hpp", "= 3", "= 4")
    assert made_anew(folder, lambda: run("make", cwd=folder, env=tools)) == {"plugin.o", "plugin.so"}


def test_cmake_precompiles_headers(tools: dict[str, str], tmp_path: Path) -> None:
    """A target with kernels and CXX=hcc: CMake names the PCH's header and clang's action itself."""
    (tmp_path / "CMakeLists.txt").write_text(
        """cmake_minimum_required(VERSION 3.21)
project(precompiled CXX)
find_package(hcc REQUIRED)
add_executable(program main.cpp)
target_link_libraries(program PRIVATE hcc::hccrt)
target_precompile_headers(program PRIVATE common.hpp)
"""
    )
    (tmp_path / "common.hpp").write_text("#include <hc.hpp>\n#include <cstdio>\n")
    (tmp_path / "main.cpp").write_text(
        """int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = 2 * i[0]; });
  std::printf("%d\\n", v[3]);
}
"""
    )
    folder = run("hcc-config", "--cmakedir", cwd=tmp_path, env=tools).strip()
    env = {**tools, "CXX": "hcc"}
    run("cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-Dhcc_DIR={folder}", cwd=tmp_path, env=env)
    run("ninja", "-C", "build", cwd=tmp_path, env=env)
    assert run("build/program", cwd=tmp_path, env=tools) == "6\n"


def test_meson(tools: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "project"
    shutil.copytree(BUILDS / "sources", folder / "sources")
    shutil.copy(BUILDS / "meson" / "meson.build", folder)
    env = {**tools, "CXX": "hcc", "CC": "hcc"}
    said = run("meson", "setup", "build", cwd=folder, env=env)
    assert "C++ compiler for the host machine: hcc (clang 22.1.8" in said
    ninja = ("ninja", "-C", "build", "-j2")
    run(*ninja, cwd=folder, env=env)
    assert run("build/program", "build/plugin.so", cwd=folder, env=env) == EXPECTED
    assert run("build/amp", cwd=folder, env=env) == "amp 21\n"
    assert "no work to do" in run(*ninja, cwd=folder, env=env)

    change(folder / "sources" / "shift.hpp", "+ 10", "+ 20")
    anew = made_anew(folder / "build", lambda: run(*ninja, cwd=folder, env=env))
    assert "sources_library.cpp.o" in anew and "liblibrary.so" in anew
    assert not anew & {"sources_plugin.cpp.o", "plugin.so", "sources_main.cpp.o", "sources_amp.cpp.o"}
    assert run("build/program", "build/plugin.so", cwd=folder, env=env) == CHANGED


def test_sample_project(hcc_config: Command, tools: dict[str, str], tmp_path: Path) -> None:
    """samples/cmake as its head says, found by CMAKE_PREFIX_PATH."""
    prefix = hcc_config.ok("--prefix").strip()
    words = ("-S", REPOSITORY / "samples" / "cmake", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", *words, cwd=tmp_path, env=tools)
    run("cmake", "--build", "build", cwd=tmp_path, env=tools)
    assert run("build/dot", cwd=tmp_path, env=tools) == "PASSED: 499500\n"


MAKEFILE = """HCC_HOME ?= $(shell hcc-config --prefix)
CXX = $(HCC_HOME)/bin/clang++
CXXFLAGS = $(shell $(HCC_HOME)/bin/hcc-config --cxxflags) -O2
LDFLAGS = $(shell $(HCC_HOME)/bin/hcc-config --ldflags)

program: program.o plain.o
\t$(CXX) $^ $(LDFLAGS) -o $@

plain.o: plain.c
\t$(HCC_HOME)/bin/clang -c $< -o $@
"""
PROGRAM = """#include <hc.hpp>
extern "C" int plain();
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0]; }).wait();
  return v[3] - plain();
}
"""


def test_prefix_has_a_compiler(tools: dict[str, str], tmp_path: Path) -> None:
    """$(hcc-config --prefix)/bin/clang++ is hcc, as HC's makefiles have it."""
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / "program.cpp").write_text(PROGRAM)
    (tmp_path / "plain.c").write_text("int plain(void) { return 3; }\n")
    run("make", cwd=tmp_path, env=tools)
    run("./program", cwd=tmp_path, env=tools)
