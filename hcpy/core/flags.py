"""The clang command lines that split, ir and host have in common.

Takes: a TranslationUnit, the tool chain and a part's overlay file.
Gives: argument tuples for clang's g++ driver; nothing here starts a process or reads a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from hcpy.core.model import Dialect, Part, Toolchain, TranslationUnit
from hcpy.core.words import asks_for_openmp, is_of_vectoriser, is_own_warning, takes_value

HOST_TRIPLE = "x86_64-unknown-linux-gnu"
HOST_PART = "hostpart"  # its name among those of the target kinds
STANDARD_INPUT = "<stdin>"  # as clang calls it; its text lies in a file of this name in the private folder
HEADER_LIST = ".headers"  # suffix of the files that list what a part read

# Options of the user that take their value as the next argument and that the device iteration drops.
# fmt: off
_DROPPED_WITH_VALUE = frozenset((
    "-MF", "-MT", "-MQ", "-MJ", "-Xclang", "-mllvm", "-mthread-model", "-include-pch", "-arch",
    "-Xassembler", "-Xlinker", "-Xanalyzer", "-serialize-diagnostics", "--serialize-diagnostics",
    "-dumpdir", "-dumpbase", "-gen-cdb-fragment-path", "-module-dependency-dir", "-dependency-file",
    "-dependency-dot",
))
# Options about host code generation, debug information, warnings and reports: they mean nothing for device
# code or would change it (a sanitizer's calls, -g's `.target ..., debug`, -m options of another processor).
_DROPPED_PREFIXES = (
    "-g", "-O", "-M", "-m", "-W", "-pedantic", "-w", "-pg", "--coverage", "-ftest-coverage", "-fsanitize",
    "-fno-sanitize", "-flto", "-fno-lto", "-fprofile", "-fno-profile", "-fcoverage", "-fno-coverage",
    "-fPI", "-fpi", "-fno-PI", "-fno-pi", "-fstack-", "-fno-stack-", "-fcf-protection", "-finstrument",
    "-fopenmp", "-fno-openmp", "-ftime-", "-fvisibility", "-ftrapv", "-fplt", "-fno-plt", "-fxray",
    "-fpatchable", "-fbasic-block", "-fembed-bitcode", "-fsave-optimization", "-foptimization-record",
    "-funwind", "-fno-unwind", "-fasynchronous-unwind", "-fno-asynchronous-unwind", "-fomit-frame",
    "-fno-omit-frame", "-fmath-errno", "-ffunction-sections", "-fdata-sections", "-fsplit", "-fdebug",
    "-fno-debug", "-fcrash", "-fdiagnostics-format", "-save-temps", "--save-temps", "-fthinlto",
    "-fwhole-program", "-fdump",
    # Without them clang's calls say how many bytes a reference refers to: that is a function object's size.
    "-fdelete-null", "-fno-delete-null", "-fmax-type-align",
)
# fmt: on
_OPENMP_VERSION = 202011  # clang's -fopenmp defines it
# Of those, what kernels keep that run itemwise on the host: they are compiled like the host part.
_ITEMWISE = (
    *("-g", "-O", "-fsanitize", "-fno-sanitize", "-fomit-frame", "-fno-omit-frame"),
    *("-fdebug", "-fno-debug"),
)
# -mlong-double and -mms-bitfields change the layout of types, as the host part sees them.
_KEPT = (
    *("-Wp,", "-working-directory", "-gcc-toolchain"),
    *("-mlong-double", "-mms-bitfields", "-mno-ms-bitfields"),
)
# clang reads the dialects in its modes of SYCL and HIP; the programs are neither, nor CUDA, and headers of
# others ask for these names. __NVPTX__ and its kin name the target, as they do in any language.
_OTHER_LANGUAGES = (
    "__HIP__",
    "__HIPCC__",
    "__HIP_DEVICE_COMPILE__",
    "__CUDA_ARCH__",
    "__SYCL_DEVICE_ONLY__",
    "SYCL_LANGUAGE_VERSION",
)
_HOSTS_GPU = ("__AMD__", "__AMDGPU__", "__AMDGCN__", "__AMDGCN_CUMODE__")  # HIP's, also in host code
_PROCESSOR = ("-march=", "-mfma", "-mcpu=")
_HANDED_ON = ("-Xpreprocessor", "-Xarch_")  # their value is the option
# Words that select the dialect in hcc; the driver has read them already, clang does not know them.
_OURS = frozenset(("-hc", "--hc", "-famp", "-fhcc"))

# Silenced in both parts: what correct programs of the dialects get from clang's modes. Last on the line, so
# that -Weverything and -Werror= of the user leave them off.
QUIET = {
    Dialect.HC: (
        "-Wno-register",  # of the standards that the dialects' programs were written in
        "-Wno-unknown-attributes",
        "-Wno-c++23-lambda-attributes",
        "-Wno-psabi",  # get_vector() of long vectors: inline, the same in every object
        "-Wno-gcc-compat",
        "-Wno-ignored-attributes",
    ),
    Dialect.AMP: (
        "-Wno-register",
        "-Wno-unknown-attributes",
        "-Wno-ignored-attributes",
        "-Wno-gcc-compat",
        "-Wno-cuda-compat",
        "-Wno-embedded-directive",  # the edits' #line in the arguments of a user's macro
        "-Wno-gpu-maybe-wrong-side",
        # What a Visual C++ project's sources say to its compiler and linker.
        "-Wno-unknown-pragmas",
        "-Wno-pragma-once-outside-header",
    ),
}


def user_flags(unit: TranslationUnit) -> tuple[str, ...]:
    """The user's flags for the host part, without the standard: it comes from the unit."""
    return tuple(
        a
        for a in unit.clang_args
        if not (a.startswith(("-std=", "--std=")) or a in _OURS or is_own_warning(a) or is_of_vectoriser(a))
    )


def device_flags(arguments: Iterable[str]) -> Iterator[str]:
    """Those of the user's flags that have a meaning for device code, in order."""
    arguments = tuple(arguments)
    if asks_for_openmp(arguments):
        yield f"-D_OPENMP={_OPENMP_VERSION}"  # of its pragmas kernels know nothing
    words = iter(arguments)
    for word in words:
        value = next(words, "") if takes_value(word) else None
        if word == "-Ofast" == _level(arguments):
            yield "-ffast-math"
        elif word == "-Xclang":
            if value == "-include":  # as CMake names the header of a PCH
                yield from (word, value, *islice(words, 2))
        elif _is_kept(word, value):
            yield from (word,) if value is None else (word, value)


def _is_kept(word: str, value: str | None) -> bool:
    told = value if value is not None and word.startswith(_HANDED_ON) else word
    return word not in _DROPPED_WITH_VALUE and (
        not told.startswith(_DROPPED_PREFIXES) or told.startswith(_KEPT)
    )


def _level(arguments: Iterable[str]) -> str:
    """The last -O option."""
    level = ""
    words = iter(arguments)
    for word in words:
        if takes_value(word):
            next(words, None)
        elif word.startswith("-O"):
            level = word
    return level


def itemwise_flags(arguments: Iterable[str]) -> Iterator[str]:
    """Those about code generation that kernels keep where they run itemwise, in order."""
    words = iter(arguments)
    for word in words:
        if takes_value(word):
            next(words, None)
        elif word.startswith(_ITEMWISE) and not word.startswith("-gsplit"):
            yield word


def cc1(arguments: Iterable[str]) -> Iterator[str]:
    """Arguments of clang's compiler proper, passed through its driver."""
    for argument in arguments:
        yield "-Xclang"
        yield argument


def contraction(unit: TranslationUnit, on_gpu: bool = False, in_kernel: bool = False) -> str:
    """Whether a * b + c is rounded once, where the user's flags do not say.

    Kernels on the host round as the program's own loops do, so that their results can be compared: those can
    only fuse on a processor that the user names, and Visual C++'s (/fp:precise) never do. GPUs fuse.
    """
    if on_gpu:
        return "fast-honor-pragmas"
    if unit.ms_compat:
        return "off"
    return "on" if not in_kernel or any(a.startswith(_PROCESSOR) for a in unit.clang_args) else "off"


def driver(tools: Toolchain) -> tuple[str, ...]:
    """The start of every command: clang as g++ (the wheel makes its clang++ link late) with libstdc++."""
    # run.py reports a crash; files about it in the temporary folder are for clang's own users.
    return (str(tools.clang), "--driver-mode=g++", "-fno-crash-diagnostics", "-stdlib=libstdc++")


def language(unit: TranslationUnit) -> tuple[str, ...]:
    """The clang mode of the unit's dialect; -x applies to the inputs after it."""
    if unit.dialect is Dialect.HC:
        return ("-x", "c++")
    # Host-only, as clang's driver then makes one job and looks for no ROCm; the device iteration's flags
    # go to cc1 alone.
    return ("-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "-no-hip-rt", "-fuse-cuid=none")


def dialect_flags(unit: TranslationUnit, tools: Toolchain, part: Part) -> tuple[str, ...]:
    """Language, headers and macros of one part, before the user's flags."""
    macro = "HCPY_HC" if unit.dialect is Dialect.HC else "HCPY_AMP"
    if part is Part.HOST:
        passes = ("-D__KALMAR_CPU__=1", "-D__HCC_CPU__=1")
    else:
        passes = ("-D__KALMAR_ACCELERATOR__=1", "-D__HCC_ACCELERATOR__=1")
    foreign = (*_OTHER_LANGUAGES, *(_HOSTS_GPU if part is Part.HOST else ()))
    sides = ("-fgpu-exclude-wrong-side-overloads",) if unit.own_sides else ()
    return (
        f"-std={unit.language_standard}",
        "-fdeclspec",
        *(f"-U{name}" for name in foreign),
        *sides,
        f"-D{macro}=1",
        *passes,
        # half is rounded after each operation, as on devices: clang for x86 would keep expressions in float.
        "-fexcess-precision=16",
        # System headers: no warning of ours under the user's -Weverything -Werror.
        "-isystem",
        str(tools.prefix / "include"),
        "-include",
        "hcrt/detail/config.hpp",
        *forced(unit),
    )


def forced(unit: TranslationUnit) -> tuple[str, ...]:
    """Makes clang read headers before the source and what the user forces."""
    return tuple(word for header in unit.forced_headers for word in ("-include", header))


def quiet(unit: TranslationUnit) -> tuple[str, ...]:
    """Silences what clang's mode would say about correct programs of the dialect.

    Types are spelled in full: what clang leaves out of two that differ keeps short vectors from their names.
    """
    return (*QUIET[unit.dialect], "-Qunused-arguments", "-fno-elide-type")


def header_list(unit: TranslationUnit, part: str) -> tuple[str, ...]:
    """Makes clang write the names of all files that it reads, regardless of the user's -M options."""
    if not unit.lists_headers:
        return ()
    path = unit.work_dir / f"{part}{HEADER_LIST}"
    # It would make -MMD mean -MD. The system's headers of such a host part are listed by its device parts.
    system = () if "-MMD" in unit.clang_args and part == HOST_PART else ("-sys-header-deps",)
    return tuple(cc1(("-header-include-file", str(path), *system)))


def without_dependencies(arguments: Iterable[str]) -> Iterator[str]:
    """A command that writes no dependency file: the user's has been written, or another command writes it."""
    words = iter(arguments)
    for word in words:
        if word in ("-MF", "-MT", "-MQ", "-MJ"):
            next(words, None)
        elif word not in ("-MD", "-MMD", "-MP", "-MG"):
            yield word


def dependency_file(unit: TranslationUnit) -> Path | None:
    """The file that -MD writes; the driver always names it."""
    for number, word in enumerate(unit.clang_args):
        if word == "-MF":
            return Path(unit.clang_args[number + 1])
        if word.startswith("-MF"):
            return Path(word.removeprefix("-MF"))
    return None


def source_word(source: Path) -> str:
    """A source on a command line, where a name is not to look like an option."""
    return f"./{source}" if str(source).startswith("-") and str(source) != "-" else str(source)


def output_file(unit: TranslationUnit, suffix: str) -> Path:
    """A file of the unit's private folder."""
    return unit.work_dir / f"{unit.source.stem}{suffix}"
