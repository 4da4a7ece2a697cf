"""How hcc's words are read: options, their values, response files, dialects."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from test_driver import TOOLS

from hcpy.core.errors import UsageError
from hcpy.core.model import Dialect
from hcpy.core.tools import find_toolchain
from hcpy.core.words import LONG, SEPARATE
from hcpy.driver.options import Input, parse
from hcpy.driver.plan import ClangJob
from hcpy.driver.units import clang_command

_EARLY = frozenset(("--config",))  # read before anything else: clang stops where it is not there


# GCC's, ld's and older clangs': build systems may still give them.
_NOT_CLANGS = frozenset("--target -A -c-isystem -dumpbase -gcc-toolchain -soname -thread-model".split())


def test_unknown_flags_stay_in_order() -> None:
    words = ["-Wall", "-DA=1", "-I", "inc", "-fno-rtti", "--new-option", "-Xclang", "-o", "-mavx2", "a.cpp"]
    assert parse(words).clang_args == tuple(words[:-1])
    assert parse(words).output is None


def test_values_of_options_are_no_inputs() -> None:
    invocation = parse(
        ["-include", "x.h", "-MF", "d", "-isystem", "s", "-L", "lib", "-l", "m", "-T", "t", "a.cpp"]
    )
    assert invocation.inputs == (Input("a.cpp"),)


def test_options_take_values_where_clangs_do(tmp_path: Path) -> None:
    """clang is asked of all at once: it says of an input that there is no such file."""
    words = "-resource-dir D --include p.h -Xarch_x86_64 -O3 -mmlir x -stdlib++-isystem E -Xcuda-ptxas -v"
    assert [item.path for item in parse(f"-c {words} k.cpp".split()).inputs] == ["k.cpp"]
    clang = find_toolchain().clang
    (tmp_path / "k.cpp").write_text("")
    asked = sorted({*SEPARATE, *LONG, "-Xarch_x86_64", "-Xopenmp-target=x86_64"} - _EARLY - _NOT_CLANGS)
    words = [word for option in asked for word in (option, f"VALUE-{option}")]
    done = subprocess.run(
        [clang, "-###", "-c", "k.cpp", "INPUT", *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    missing = re.findall("no such file or directory: '(.*)'", done.stderr)
    assert missing == ["INPUT"]


def test_long_spellings() -> None:
    words = "--output=a.o -c --language=c++ k.h --include p.h --define-macro=A=1 --include-directory inc"
    short = "-o a.o -c -x c++ k.h -include p.h -D A=1 -I inc"
    assert replace(parse(words.split()), words=()) == replace(parse(short.split()), words=())


def test_link_line_keeps_inputs_and_libraries_in_order() -> None:
    invocation = parse(
        ["a.o", "-lone", "-Wl,-z,now", "b.o", "-L", "dir", "-pthread", "-shared", "-DX", "-Iinc"]
    )
    first, second = Input("a.o"), Input("b.o")
    assert invocation.link_args == (first, "-lone", "-Wl,-z,now", second, "-L", "dir", "-pthread", "-shared")
    assert invocation.clang_args == ("-pthread", "-DX", "-Iinc")
    assert invocation.shared


@pytest.mark.parametrize(
    ("words", "dialect", "standard"),
    [
        (["-hc"], Dialect.HC, None),
        (["-std=c++amp"], Dialect.AMP, None),
        (["-std=c++amp", "-hc"], Dialect.HC, None),
        (["-hc", "-std=c++amp", "-std=c++14"], Dialect.HC, "c++14"),
        (["-std=c++11", "-std=c++amp"], Dialect.AMP, "c++11"),
        ([], None, None),
    ],
)
def test_dialect_and_standard(words: list[str], dialect: Dialect | None, standard: str | None) -> None:
    invocation = parse([*words, "a.cpp"])
    assert (invocation.dialect, invocation.standard) == (dialect, standard)
    assert invocation.clang_args == ()


def test_sources_without_kernels_do_not_get_options_for_kernels() -> None:
    invocation = parse(["-fhcc-vectorise=masks", "-O2", "-c", "c.cpp"])
    assert invocation.clang_args == ("-fhcc-vectorise=masks", "-O2")
    job = ClangJob(Path("c.cpp"), "", Path("c.o"))
    assert "-fhcc-vectorise=masks" not in clang_command(invocation, job, TOOLS, job.output)
    words = ("-fhcc-vectorise=masks", "-fno-hcc-rewrite=clamps", "-fno-hcc-vector-maths")
    linked = parse([*words, "a.cpp"])
    assert linked.clang_args == words
    assert not set(words) & set(map(str, linked.link_args))


def test_old_hcc_options_are_absorbed() -> None:
    invocation = parse(["--amdgpu-target=gfx803", "-fno-gpu-rdc", "-lmcwamp", "-lhc_am", "a.cpp"])
    assert invocation.ignored == ("--amdgpu-target=gfx803", "-fno-gpu-rdc")
    assert invocation.link_args == (Input("a.cpp"),)
    words = (
        "-amdgpu-target=gfx900 -lmcwamp_hsa -lhsa-runtime64 -mllvm -amdgpu-early-inline-all -Xclang -fhsa-ext"
    )
    dumps = "-Xlinker -dump-llvm -Xlinker -dump-dir=d -Wl,-dump-isa,-s,-dump-llvm -Wl,-dump-isa"
    invocation = parse([*words.split(), *dumps.split(), "-mllvm", "-stats", "a.cpp"])
    assert len(invocation.ignored) == 9 and "-Wl,-dump-llvm" in invocation.ignored
    assert invocation.link_args == ("-Wl,-s", "-mllvm", "-stats", Input("a.cpp"))
    assert invocation.clang_args == ("-mllvm", "-stats")


def test_language_option_applies_to_what_follows() -> None:
    assert parse(["a.cpp", "-x", "c++", "b", "-xnone", "c.o"]).inputs == (
        Input("a.cpp"),
        Input("b", "c++"),
        Input("c.o", "none"),
    )


def test_optimisation_debugging_and_maths() -> None:
    invocation = parse(["-O1", "-O3", "-g", "-ffast-math", "a.cpp"])
    assert (invocation.optimize, invocation.debug, invocation.fast_math) == ("3", True, True)
    assert not parse(["-g", "-g0", "a.cpp"]).debug


@pytest.mark.parametrize(
    "words",
    [
        *(
            "-g",
            "-g0",
            "-g2",
            "-ggdb3",
            "-ggdb0",
            "-gdwarf-4",
            "-gdwarf64",
            "-gline-tables-only",
            "-gmodules",
        ),
        *(
            "-gz",
            "-gno-column-info",
            "-gsplit-dwarf",
            "-gpubnames",
            "-grecord-command-line",
            "-gstrict-dwarf",
        ),
        *("-g -gz", "-g -g0", "-g0 -ggdb", "-g -gno-split-dwarf", "-glldb -ggdb0", "-g0 -gcolumn-info"),
    ],
)
def test_debug_information_as_clang_makes_it(words: str, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("")
    command = [find_toolchain().clang, "-###", "-c", "a.cpp", *words.split()]
    shown = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True).stderr
    assert parse(["-c", "a.cpp", *words.split()]).debug == ("-debug-info-kind=" in shown)


@pytest.mark.parametrize(
    "words",
    [
        *("-Ofast", "-O3", "-Ofast -O2", "-O2 -Ofast", "-Ofast -fno-fast-math", "-fno-fast-math -Ofast"),
        *("-ffast-math -fno-fast-math", "-fno-fast-math -ffast-math -O1", "-ffast-math -Ofast -O0"),
    ],
)
def test_fast_maths_as_clang_has_them(words: str, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("")
    command = [find_toolchain().clang, "-###", "-c", "a.cpp", *words.split()]
    shown = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True).stderr
    assert parse(["-c", "a.cpp", *words.split()]).fast_math == ('"-ffast-math"' in shown)


def test_response_files(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("-DTEXT='a b'\n")
    outer.write_text(f"-c @{inner} 'a file.cpp'")
    invocation = parse([f"@{outer}"])
    assert invocation.clang_args == ("-DTEXT=a b",)
    assert invocation.inputs == (Input("a file.cpp"),)
    inner.write_text(f"@{inner}")
    with pytest.raises(UsageError, match="include each other"):
        parse([f"@{inner}"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no input files"),
        (["a.cpp", "-o"], "argument to '-o' is missing"),
        (["-emit-llvm", "a.cpp"], "-emit-llvm cannot be used when linking"),
        (["--stop-after=lunch", "a.cpp"], "unknown stage 'lunch' in --stop-after"),
        (["--hcrt=both", "a.cpp"], "expected static or shared"),
        (["--inspect"], "argument to '--inspect' is missing"),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse(words)
