"""Every option of hcc in one table: its spellings, its value, who reads it and what --help says of it.

Takes: one word of a command line.
Gives: the option that it is. `hcc --help`, the man page, the completions and a part of docs/driver.md are
made from the table (option_pages.py); option_takers.py has one function for each option that hcc reads.
What is not in the table reaches clang untouched.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hcpy.core.model import STAGES
from hcpy.core.words import REWRITES, VECTORISE_WORDS

# How an option takes its value.
NONE: Final = "none"  # -hc
JOINED: Final = "joined"  # --targets=LIST
EITHER: Final = "either"  # --inspect FILE, --inspect=FILE
OPTIONAL: Final = "optional"  # --time-stages, --time-stages=FILE
STUCK: Final = "stuck"  # -o FILE, -oFILE
SEPARATE: Final = "separate"  # -rpath FOLDER
PREFIX: Final = "prefix"  # -O2, -Wl,WORDS: all that begins so

# Who reads it. HCC: clang must not see it. BOTH: hcc acts on it, and clang does in a source without kernels.
HCC: Final = "hcc"
BOTH: Final = "hcc, clang"
LINKER: Final = "linker"  # handed to the link alone
NOBODY: Final = "nobody"  # accepted with a warning, for AMD's hcc had it

LANGUAGE: Final = "Language"
OUTPUT: Final = "Output"
DEVICE: Final = "Device code"
LINKING: Final = "Linking"
SHOWING: Final = "Look inside"
OTHER: Final = "Other"
GROUPS: Final = (LANGUAGE, OUTPUT, DEVICE, LINKING, SHOWING, OTHER)


class Option(NamedTuple):
    """One option. Without help it is clang's own, and hcc only takes note of it."""

    spellings: tuple[str, ...]  # the first one is its name
    value: str = NONE
    argument: str = ""  # what --help calls the value
    reader: str = HCC
    group: str = ""
    help: str = ""  # {emitted}, {checkers} and {default} become what the targets say
    words: tuple[str, ...] = ()  # the values that there are, where they are few
    but: tuple[str, ...] = ()  # of another option though they begin so
    then: str = ""  # a second argument, always a separate word

    @property
    def name(self) -> str:
        """The spelling that documents it."""
        return self.spellings[0]


def _noted(spellings: str, value: str = NONE, reader: str = BOTH) -> tuple[Option, ...]:
    """clang's options that hcc takes note of, each under its own name."""
    return tuple(Option((name,), value, reader=reader) for name in spellings.split())


OPTIONS: Final[tuple[Option, ...]] = (
    Option(("-hc",), group=LANGUAGE, help="read the sources as HC"),
    Option(
        ("-std=c++amp", "--std=c++amp"),
        group=LANGUAGE,
        help="read the sources as C++ AMP; -hc wins; with neither, each source decides",
    ),
    Option(
        ("-std", "--std"),
        JOINED,
        "STANDARD",
        BOTH,
        LANGUAGE,
        "the language standard of host and device code, c++11 to c++23 (default c++17)",
        ("c++11", "c++14", "c++17", "c++20", "c++23", "c++amp"),
    ),
    Option(("-fms-compat",), group=LANGUAGE, help="provide Microsoft's names and headers"),
    Option(("-fno-ms-compat",), group=LANGUAGE, help="never provide them; with neither, the source decides"),
    Option(
        ("-x",), STUCK, "LANGUAGE", BOTH, LANGUAGE, "the language of the inputs that follow", but=("-xc++-",)
    ),
    Option(("-o",), STUCK, "FILE", BOTH, OUTPUT, "write to FILE; - is standard output", but=("-object",)),
    Option(
        ("-c", "--compile"),
        NONE,
        "",
        BOTH,
        OUTPUT,
        "compile each source to an object: host code, and device code of all targets",
    ),
    Option(("-E",), NONE, "", BOTH, OUTPUT, "preprocess; with -o a.i also the device part's text, a.gpu.i"),
    Option(
        ("-S",), NONE, "", BOTH, OUTPUT, "write assembly: a.s, and the device code a.ptx, a.spvasm, a.host.s"
    ),
    Option(
        ("-emit-llvm",),
        NONE,
        "",
        BOTH,
        OUTPUT,
        "with -S, write LLVM IR: a.ll, a.ptx.ll, a.spirv.ll, a.host.ll",
    ),
    Option(("-fsyntax-only",), NONE, "", BOTH, OUTPUT, "check host and device code, write nothing"),
    Option(("-M",), NONE, "", BOTH, OUTPUT, "print dependencies; -MM: without the system's headers"),
    Option(("-MM",), reader=BOTH),
    Option(
        ("-MD",),
        NONE,
        "",
        BOTH,
        OUTPUT,
        "write dependencies beside the output; -MF, -MT, -MQ, -MP as in clang",
    ),
    Option(("-MMD",), reader=BOTH),
    Option(("-MJ",), STUCK, "FILE", BOTH, OUTPUT, "add the source's entry of a compilation database to FILE"),
    Option(("--targets",), JOINED, "LIST", HCC, DEVICE, "make code for KIND[:ARCH],... (default {default})"),
    Option(
        ("-hc-check",), group=DEVICE, help="check indices, barriers and tile_static memory at run time (host)"
    ),
    Option(
        ("-fhcc-vectorise",),
        JOINED,
        "WORD",
        HCC,
        DEVICE,
        "how host kernels become vector code: auto, masks (wherever possible), loops (no masks) or none",
        VECTORISE_WORDS,
    ),
    Option(
        ("-fno-hcc-rewrite",),
        JOINED,
        "WORD",
        HCC,
        DEVICE,
        "leave out a step that rewrites host kernels: appends, bit-loops, clamps, closure-loads, "
        "counted-loops, cut-sums, early-cse, edges, extremes, held-sums, interleaving, lane-rows, "
        "long-strips, lookups, memory-checks, multiples, narrow-masks, near-sums, own-arrays, pointer-walks, "
        "private-arrays, quotients, read-ahead, records, rounds, row-blocks, row-ids, row-loads, "
        "row-ranges, row-walks, scatters, seams, short-lines, some-loops, turns, two-widths, whole-loops, "
        "wide-masks",
        REWRITES,
    ),
    Option(
        ("-fno-hcc-vector-maths",),
        NONE,
        "",
        HCC,
        DEVICE,
        "host kernels call maths functions for one work-item at a time",
    ),
    Option(
        ("-Rpass=hcc-vectorise",),
        NONE,
        "",
        BOTH,
        DEVICE,
        "report for each host kernel how it became vector code",
    ),
    Option(
        ("--emit",), JOINED, "WHAT", HCC, DEVICE, "write one target's code alone: {emitted}; -o - prints it"
    ),
    Option(("--verify",), group=DEVICE, help="with --emit: run the checker of the format ({checkers}, LLVM)"),
    Option(
        ("--descriptor-map",),
        JOINED,
        "FILE",
        HCC,
        DEVICE,
        "with --emit=vulkan: write what programs with their own Vulkan must know of the module, as JSON to "
        "a FILE.json, else as lines",
    ),
    Option(
        ("--abi",),
        JOINED,
        "ABI",
        HCC,
        DEVICE,
        "with --emit=vulkan: pointers are addresses (physical) or descriptors (logical)",
        ("physical", "logical"),
    ),
    Option(
        ("--pod",),
        JOINED,
        "WAY",
        HCC,
        DEVICE,
        "with --abi=logical: values are push constants (push), or lie in a uniform buffer (ubo) or a storage "
        "buffer (ssbo)",
        ("push", "ubo", "ssbo"),
    ),
    Option(
        ("--stop-after",),
        JOINED,
        "STAGE",
        HCC,
        DEVICE,
        f"stop after {', '.join(STAGES)}; keep its files",
        STAGES,
    ),
    Option(("-shared",), NONE, "", BOTH, LINKING, "make a shared object, which uses libhcrt.so"),
    Option(
        ("--hcrt",), JOINED, "KIND", HCC, LINKING, "link the runtime static or shared", ("static", "shared")
    ),
    Option(
        ("--device-link",),
        group=LINKING,
        help="finish the device code of objects, for a link by another compiler; needs -o FILE",
    ),
    Option(("--inspect",), EITHER, "FILE", HCC, SHOWING, "print the device code in an object or program"),
    Option(
        ("--list-kernels",),
        EITHER,
        "FILE",
        HCC,
        SHOWING,
        "print the kernels in a file, their captures and resources",
    ),
    Option(("--json",), group=SHOWING, help="with --list-kernels: print JSON"),
    Option(
        ("--port-report",),
        OPTIONAL,
        "PAGE",
        HCC,
        SHOWING,
        "say what the sources in a folder need before they compile; PAGE.html: as a page",
        then="DIR",
    ),
    Option(
        ("--time-stages",),
        OPTIONAL,
        "FILE",
        HCC,
        SHOWING,
        "print the time of each stage and target; FILE.json: a trace for a viewer",
    ),
    Option(
        ("--reproduce",),
        EITHER,
        "DIR",
        HCC,
        SHOWING,
        "keep a failing step's inputs and the command that repeats it",
    ),
    Option(
        ("-save-temps", "--save-temps"), OPTIONAL, "WHERE", BOTH, SHOWING, "keep the files of every stage"
    ),
    Option(("-v", "--verbose"), NONE, "", BOTH, SHOWING, "print the commands; alone: print the versions"),
    Option(("-###",), group=SHOWING, help="print the commands, run nothing"),
    Option(
        ("--launch",),
        SEPARATE,
        "COMPILER",
        HCC,
        OTHER,
        "first word only: run in the place of COMPILER",
        then="ARG...",
    ),
    Option(
        ("--completion",),
        JOINED,
        "SHELL",
        HCC,
        OTHER,
        "print the completion script of bash, zsh or fish",
        ("bash", "zsh", "fish"),
    ),
    Option(("--version",), group=OTHER, help="print the version"),
    Option(("--help", "-h"), group=OTHER, help="print this page"),
    *_noted("-ffast-math -fno-fast-math -w -Werror -Wno-error"),
    *_noted("-O -g -fsanitize= -fno-sanitize= -Wp,-MD, -Wp,-MMD,", PREFIX),
    *_noted("-MF -MT -MQ", STUCK),
    *_noted("-Xclang", SEPARATE),
    *_noted("-L -l", STUCK, LINKER),
    *_noted("-T -u -z -e -Xlinker -rpath -install_name -soname -framework", SEPARATE, LINKER),
    *_noted(
        "-static -rdynamic -s -r -pie -no-pie -static-pie -static-libgcc -static-libstdc++ -shared-libgcc "
        "-nostdlib -nostartfiles -nodefaultlibs -nolibc -nostdlib++",
        reader=LINKER,
    ),
    *_noted("-Wl, -fuse-ld= --ld-path= -rtlib= --rtlib= --unwindlib= -unwindlib=", PREFIX, LINKER),
    *_noted("-hc-function-calls -fno-gpu-rdc -fgpu-rdc -lhsa-runtime64 -lhsakmt", reader=NOBODY),
    *_noted("--amdgpu-target= -amdgpu-target= --hcc-extra-libs=", PREFIX, NOBODY),
    *_noted("-lmcwamp -lmcwamp_cpu -lmcwamp_hsa -lmcwamp_atomic -lhc_am", reader=NOBODY),
)

_WHOLE: Final = {
    spelling: option
    for option in OPTIONS
    if option.value not in (JOINED, PREFIX)
    for spelling in option.spellings
}
_BEFORE_EQUALS: Final = {
    spelling: option
    for option in OPTIONS
    if option.value in (JOINED, EITHER, OPTIONAL)
    for spelling in option.spellings
}
_STARTS: Final = tuple(
    sorted(
        ((s, option) for option in OPTIONS if option.value in (STUCK, PREFIX) for s in option.spellings),
        key=lambda pair: -len(pair[0]),
    )
)


def find(word: str) -> tuple[Option, str | None] | None:
    """The option that a word is, and the value in it; None where the word is clang's alone."""
    option = _WHOLE.get(word)
    if option is not None:
        return option, None
    name, equals, value = word.partition("=")
    if equals and name in _BEFORE_EQUALS:
        return _BEFORE_EQUALS[name], value
    for start, option in _STARTS:
        if word.startswith(start) and not word.startswith(option.but):
            return option, word[len(start) :]
    return None


def own_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words, and the beginnings of words, that clang must not see."""
    own = [option for option in OPTIONS if option.reader == HCC]
    words = {s for option in own if option.value == NONE for s in option.spellings}
    return frozenset(words), tuple(s for option in own if option.value != NONE for s in option.spellings)
