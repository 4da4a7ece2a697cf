"""The words of a command line: which take a value, which are hcc's own, and what response files hold.

Takes: the arguments.
Gives: the arguments with every @FILE replaced by its words, and tables for those who read them. Imports
nothing of ours: sources without kernels get no further than this and driver/plain.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import groupby

# clang options whose value may be the next argument.
SEPARATE = frozenset(
    "-o -I -D -U -L -l -x -B -F -T -u -z -e -b -V -A -G -MF -MT -MQ -MJ -include -include-pch -imacros "
    "-isystem -isysroot -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -iwithsysroot "
    "-ivfsoverlay -vfsoverlay --vfsoverlay -isystem-after -stdlib++-isystem -iframeworkwithsysroot "
    "-resource-dir -gen-cdb-fragment-path -fmodules-user-build-path -module-dependency-dir "
    "-dependency-file -dependency-dot -ccc-install-dir -ccc-gcc-name --analyzer-output -undefined "
    "--system-header-prefix --no-system-header-prefix -specs --specs -mmlir -Xcuda-ptxas "
    "-Xcuda-fatbinary "
    "-cxx-isystem -c-isystem -framework -Xclang -Xlinker -Xpreprocessor -Xassembler -Xanalyzer "
    "-Xopenmp-target -mllvm -thread-model -mthread-model -arch -target --target --sysroot --param "
    "-Xarch_host -Xarch_device -Xclangas -gcc-toolchain -imultilib -iframework --prefix "
    "-working-directory -rpath -dumpdir -dumpbase -install_name -soname --config --serialize-diagnostics "
    "-serialize-diagnostics".split()
)
# Such options with a name in the middle of theirs: -Xarch_x86_64 -O3.
SEPARATE_PREFIXES = ("-Xarch_", "-Xopenmp-target=", "-Xoffload-linker")
# What clang spells in two ways: --output FILE, --output=FILE.
LONG = {
    "--output": "-o",
    "--language": "-x",
    "--include": "-include",
    "--imacros": "-imacros",
    "--include-directory": "-I",
    "--include-directory-after": "-idirafter",
    "--include-prefix": "-iprefix",
    "--include-with-prefix": "-iwithprefix",
    "--include-with-prefix-after": "-iwithprefix",
    "--include-with-prefix-before": "-iwithprefixbefore",
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--library-directory": "-L",
    "--force-link": "-u",
    "--for-linker": "-Xlinker",
}
# clang's OpenMP with LLVM's library, whose functions include/hcrt/openmp declares.
_OPENMP = frozenset(("-fopenmp", "-fopenmp=libomp"))
_OTHER_OPENMP = ("-fno-openmp", "-fopenmp=")
# AMD's hcc had these; they name AMD hardware or a link model that every object of ours has.
ABSORBED = frozenset("-hc-function-calls -fno-gpu-rdc -fgpu-rdc -lhsa-runtime64 -lhsakmt".split())
# Words for the parts of AMD's compiler, each after the option that hands it on.
_OLD_PARTS = {
    "-Xclang": ("-fhsa-ext", "-famp-is-device", "-fauto-compile-for-accelerator", "-fauto-auto"),
    "-mllvm": ("-amdgpu-", "--amdgpu-"),
    "-Xlinker": ("-dump-llvm", "-dump-isa", "-dump-dir="),
}
ABSORBED_PREFIXES = ("--amdgpu-target=", "-amdgpu-target=", "--hcc-extra-libs=")
# What hcc alone reads, as in driver/option_table.py, which a source without kernels does not import.
OWN = frozenset(
    "-- -hc -hc-check -fms-compat -fno-ms-compat -### -h --help --version -std=c++amp --std=c++amp "
    "--device-link --json --verify -fno-hcc-vector-maths".split()
)
OWN_PREFIXES = (
    *("-fhcc-vectorise", "-fno-hcc-rewrite", "--abi", "--completion", "--descriptor-map", "--emit"),
    *("--hcrt", "--inspect", "--launch", "--list-kernels", "--pod", "--port-report", "--reproduce"),
    *("--stop-after", "--targets", "--time-stages"),
    *ABSORBED_PREFIXES,
)
# AMD's runtime libraries; libhcrt replaces them.
OLD_LIBRARIES = frozenset("-lmcwamp -lmcwamp_cpu -lmcwamp_hsa -lmcwamp_atomic -lhc_am".split())
# Questions that clang answers without an input.
QUESTIONS = ("-print-", "--print-", "-dumpmachine", "-dumpversion", "--help-hidden", "--autocomplete")
CXX_SUFFIXES = frozenset(
    (".cpp", ".cc", ".cxx", ".c++", ".cp", ".C", ".CPP", ".hpp", ".hh", ".hxx", ".h++", ".cppm")
)
CLANG_SUFFIXES = frozenset((".c", ".s", ".S", ".ll", ".bc", ".i", ".ii", ".m", ".mm"))
PREPROCESSED_SUFFIXES = frozenset((".i", ".ii"))
PREPROCESSED_LANGUAGES = frozenset(("c++-cpp-output", "cpp-output"))
HEADER_SUFFIXES = frozenset((".h", ".hpp", ".hh", ".hxx", ".h++"))
CXX_LANGUAGES = frozenset(("c++", "c++-header", "hip", "amp", "hc"))
# hcc's own warnings; clang knows none of these flags.
WARNINGS = frozenset(
    "kernel-host-memory kernel-this tile-static-without-tiles missing-wait dangling-view wave-size "
    "missing-barrier macro-arguments".split()
)
# clang's flag of the warning that a loop was not unrolled or vectorised as the source asks.
LOOP_HINTS = "-Wpass-failed"
# How kernels are made vector code on the host; clang knows neither.
VECTORISE = "-fhcc-vectorise="
NO_VECTOR_MATHS = "-fno-hcc-vector-maths"
VECTORISE_WORDS = ("auto", "masks", "loops", "none")
NO_REWRITE = "-fno-hcc-rewrite="
REWRITES = (
    *("appends", "bit-loops", "clamps", "closure-loads", "counted-loops", "cut-sums", "early-cse", "edges"),
    *("extremes", "held-sums", "interleaving", "lane-rows", "long-strips", "lookups", "memory-checks"),
    *("multiples", "narrow-masks", "near-sums"),
    *("own-arrays", "pointer-walks", "private-arrays", "quotients", "read-ahead", "records", "rounds"),
    *("row-blocks", "row-ids", "row-loads", "row-ranges", "row-walks", "scatters", "seams", "short-lines"),
    *("some-loops", "turns", "two-widths", "whole-loops", "wide-masks"),
)
# What one command may hold: a single word at most 128 KiB, all together 2 MiB less the environment.
_MOST = 96 * 1024


def is_of_vectoriser(word: str) -> bool:
    return word.startswith((VECTORISE, NO_REWRITE)) or word == NO_VECTOR_MATHS


def asks_for_openmp(words: Iterable[str]) -> bool:
    """Is the last of the words about OpenMP one that asks for LLVM's?"""
    chosen = [word for word in words if word in _OPENMP or word.startswith(_OTHER_OPENMP)]
    return bool(chosen) and chosen[-1] in _OPENMP


def openmp_headers(words: Iterable[str], prefix: str) -> tuple[str, ...]:
    """The folder of our omp.h, after all others, where the words ask for LLVM's OpenMP."""
    return ("-idirafter", f"{prefix}/include/hcrt/openmp") if asks_for_openmp(words) else ()


def takes_value(word: str) -> bool:
    """Is the next word this option's value, and no option or input?"""
    return word in SEPARATE or word.startswith(SEPARATE_PREFIXES) or word in LONG


def is_for_old_part(word: str, value: str) -> bool:
    """Is the value, which `word` hands on, for a part of AMD's compiler?"""
    return value.startswith(_OLD_PARTS.get(word, ()))


def is_own_warning(word: str) -> bool:
    """-WNAME, -Wno-NAME, -Werror=NAME or -Wno-error=NAME of a warning of hcc's own."""
    return word.startswith("-W") and word[2:].removeprefix("no-").removeprefix("error=") in WARNINGS


def response_words(arguments: Sequence[str], depth: int = 0) -> list[str]:
    """Replace @FILE by the words in the file; a name that is no file stays as it is, as in clang.

    Raises ValueError where files include each other, OSError where one cannot be read.
    """
    if depth > 16:
        raise ValueError("response files (@file) include each other more than 16 deep")
    expanded: list[str] = []
    for argument in arguments:
        if argument.startswith("@") and os.path.isfile(argument[1:]):
            with open(argument[1:], encoding="utf-8", errors="surrogateescape", newline="") as file:
                words = split_words(file.read())
            expanded += response_words(words, depth + 1)
        else:
            expanded.append(argument)
    return expanded


def split_words(text: str) -> list[str]:
    """Words as clang reads them in a response file.

    Unlike in a shell a backslash counts in both kinds of quotes, the end of the text ends a quote, and empty
    words are none.
    """
    words: list[str] = []
    word: list[str] | None = None
    quote = ""
    characters = iter(text)
    for c in characters:
        if c == "\\":
            word = [*(word or ()), next(characters, "\\")]
        elif quote:
            quote = "" if c == quote else quote
            assert word is not None
            if quote:
                word.append(c)
        elif c in "'\"":
            quote, word = c, word or []
        elif c.isspace():
            if word:
                words.append("".join(word))
            word = None
        else:
            word = word or []
            word.append(c)
    return [*words, "".join(word)] if word else words


def fitting(command: Sequence[str]) -> tuple[list[str], tuple[int, ...]]:
    """A command that the system takes, and the open files that it reads.

    One that is too long becomes response files that exist in memory only: no file is left.
    """
    if sum(map(len, command)) < _MOST:
        return list(command), ()
    short = [command[0]]
    files: list[int] = []
    for empty, words in groupby(command[1:], key=lambda word: not word):
        if empty:  # which a response file cannot hold
            short += words
        else:
            files.append(_in_memory(words))
            short.append(f"@/proc/self/fd/{files[-1]}")
    return short, tuple(files)


def as_hcc(command: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The words that a program is started with: what clang says of no place in a source begins with the first
    one, which is not the program that the user called."""
    program, *others = [os.fspath(word) for word in command]
    name = os.path.basename(program)
    # With this option clang looks for its own folders by that word; clang++ is another driver than clang.
    keeps = not name.startswith("clang") or "++" in name or "-no-canonical-prefixes" in others
    return [program if keeps else "hcc", *others]


def _in_memory(words: Iterable[str]) -> int:
    text = "\n".join('"' + w.replace("\\", "\\\\").replace('"', '\\"') + '"' for w in words)
    file = os.memfd_create("hcc-arguments", 0)
    with os.fdopen(os.dup(file), "wb") as stream:
        stream.write(text.encode("utf-8", "surrogateescape"))
    return file
