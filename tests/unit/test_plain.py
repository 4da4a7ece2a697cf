"""Which command lines are clang's alone, and how their words are read and passed on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hcpy.core.words import fitting, split_words
from hcpy.driver.plain import whole_command

KERNEL = "#include <hc.hpp>\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "plain.cpp": "int f();\n",
        "kernel.cpp": KERNEL,
        "part.c": "int g;\n",
        "all.hpp": "int h;\n",
        "a.o": "",
        "build/lib/libhcrt.a": "",
        "bin/ld.lld": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(folder: Path, words: str) -> list[str] | None:
    return whole_command(words.split(), f"{folder}/bin/clang-22", str(folder))


@pytest.mark.parametrize(
    "words",
    [
        "-c plain.cpp -o x.o -MD -MF x.d -DA=1 -Xclang -disable-O0-optnone",
        "-S plain.cpp part.c",
        "-E -x c plain.cpp",
        "-x c++ -c part.c",
        "plain.cpp -o program -O2 -g -std=c++20",
        "-M plain.cpp",
        "all.hpp",
    ],
)
def test_clangs_alone(folder: Path, words: str) -> None:
    made = command(folder, words)
    assert made is not None
    given = words.split()
    begin = made.index("--end-no-unused-arguments") + 1
    assert made[begin : begin + len(given)] == given


@pytest.mark.parametrize(
    "words",
    [
        "-c kernel.cpp",
        "-c plain.cpp kernel.cpp",
        "-hc -c plain.cpp",
        "-std=c++amp -c plain.cpp",
        "--targets=host -c plain.cpp",
        "-### plain.cpp",
        "-c none.cpp",
        "a.o -o program",
        "plain.cpp -Lfolder -lwith_kernels",
        "plain.cpp -shared -o lib.so",
        "plain.cpp part.c -o program",
        "-x hip -c plain.cpp",
        "-c -- plain.cpp",
        "-c plain.cpp --amdgpu-target=gfx900",
        "-c plain.cpp -mllvm -amdgpu-early-inline-all",
        "-hc -c plain.cpp -mllvm -print-after-all",
        "-c kernel.cpp -Xclang -print-stats",
        "a.o -Xlinker --print-map",
        "",
    ],
)
def test_hccs_own(folder: Path, words: str) -> None:
    assert command(folder, words) is None


def test_clang_does_not_get_options_for_kernels(folder: Path) -> None:
    made = command(
        folder,
        "-c plain.cpp -fhcc-vectorise=masks -fno-hcc-rewrite=clamps -fno-hcc-vector-maths -Wno-wave-size -O2",
    )
    assert made is not None and made[-3:] == ["-c", "plain.cpp", "-O2"]


@pytest.mark.parametrize("words", ["-hc -print-search-dirs", "-mllvm -x -dumpmachine", "--print-targets"])
def test_questions_are_clangs(folder: Path, words: str) -> None:
    made = command(folder, words)
    assert made is not None and made[-1] == words.split()[-1]


def test_c_stays_c_and_programs_get_the_runtime(folder: Path) -> None:
    c, program = command(folder, "-c part.c"), command(folder, "-x c++ plain.cpp -o p")
    assert c is not None and program is not None
    assert "--driver-mode=gcc" in c and "--driver-mode=g++" in program
    # The archive is no C++ source, regardless of -x for the inputs before.
    at = program.index(f"{folder}/build/lib/libhcrt.a")
    assert program[at - 2 : at] == ["-x", "none"]
    assert f"--ld-path={folder}/bin/ld.lld" in program and "libhcrt" not in " ".join(c)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a  b\n\tc", ["a", "b", "c"]),
        (r"a\ b 'c d'\"e f", ["a b", 'c d"e', "f"]),
        (r"""'a\'b' "c\"d\\" """, ["a'b", 'c"d\\']),
        ('"" \'\' a""b', ["ab"]),
        ('"open end', ["open end"]),
        ("", []),
    ],
)
def test_words_of_a_response_file(text: str, words: list[str]) -> None:
    assert split_words(text) == words


def test_long_commands_become_response_files_in_memory() -> None:
    assert fitting(["clang", "a b", ""]) == (["clang", "a b", ""], ())
    words = ['-DA="b \\ c"', "", "\udcff\n'", *(f"-DM{n}" for n in range(30_000))]
    short, files = fitting(["clang", *words])
    assert short[0] == "clang" and short[2] == "" and len(short) == 4 and len(files) == 2
    found = [*read(files[0]), "", *read(files[1])]
    assert found == words


def read(file: int) -> list[str]:
    with open(f"/proc/self/fd/{file}", encoding="utf-8", errors="surrogateescape", newline="") as stream:
        text = stream.read()
    os.close(file)
    return split_words(text)
