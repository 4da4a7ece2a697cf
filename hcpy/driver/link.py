"""Link stage: objects become an executable, a shared object, or (for -c) one relocatable object.

Takes: objects in the order of the command line, and the user's link options.
Gives: command lines. Programs get libhcrt inside them; shared objects, and programs that link one which uses
it, share libhcrt.so, so that a process has one runtime.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.errors import HcpyError, ToolMissing
from hcpy.core.flags import HOST_TRIPLE
from hcpy.core.lazy import lazy
from hcpy.core.model import Toolchain
from hcpy.core.tools import INSTALL_CLANG, any_linker, library_folder
from hcpy.driver.openmp import openmp_arguments
from hcpy.driver.options import Invocation

if TYPE_CHECKING:
    from hcpy.objects import objfile
else:
    objfile = lazy("hcpy.objects.objfile")

_SYSTEM_LIBRARIES = ("-ldl", "-lpthread", "-lm")
_SANITIZER_LIBRARIES = {"address": "asan", "thread": "tsan", "undefined": "ubsan_standalone"}
_LINKER_CHOICES = ("-fuse-ld=", "--ld-path=")


def link_command(
    tools: Toolchain, invocation: Invocation, line: Sequence[str], output: Path, runtime: Sequence[str]
) -> tuple[str, ...]:
    """The final link; `line` holds the user's options and all objects, in order."""
    libraries: tuple[str, ...] = ()
    chosen = {word.removeprefix("-stdlib=") for word in line if word.startswith("-stdlib=")}
    if chosen <= {"libstdc++"}:
        # The wheel's clang would take libc++ and compiler-rt, which the system's headers do not fit,
        # and libunwind, which is on no system's path.
        libraries = ("-stdlib=libstdc++", "-rtlib=libgcc", "--unwindlib=libgcc")
    elif "libc++" in chosen:
        runtime = (*runtime, *_beside_libcxx(tools))
    runtime = (*runtime, *openmp_arguments(tools, line))
    linker: tuple[str, ...] = ()
    if tools.linker is not None and not any(word.startswith(_LINKER_CHOICES) for word in line):
        linker = (f"--ld-path={tools.linker}",)
    return (
        *(str(tools.clang), "--driver-mode=g++", "-Qunused-arguments"),
        *(("-v",) if "-v" in invocation.words else ()),
        *libraries,
        *linker,
        *("-o", str(output)),
        *line,
        *runtime,
    )


def _beside_libcxx(tools: Toolchain) -> tuple[str, ...]:
    """What a program with libc++ needs: libhcrt has libstdc++, and the libc++ is on no path."""
    # clang reads -lstdc++ as the library that -stdlib= names.
    folder = tools.clang.parent.parent / "lib" / HOST_TRIPLE
    found = (f"-Wl,-rpath,{folder}",) if (folder / "libc++.so.1").exists() else ()
    return ("-Wl,-lstdc++", *found)


def check_sanitizers(tools: Toolchain, chosen: frozenset[str]) -> None:
    """clang's own library is needed for each; some installations of clang come without."""
    for sanitizer, name in _SANITIZER_LIBRARIES.items():
        if sanitizer not in chosen:
            continue
        folder = tools.resource_dir / "lib"
        if not any(folder.glob(f"*/libclang_rt.{name}*.a")):
            raise ToolMissing(f"-fsanitize={sanitizer} needs libclang_rt.{name}.a in {folder}", INSTALL_CLANG)


def runtime_arguments(invocation: Invocation, line: Sequence[str], prefix: Path) -> tuple[str, ...]:
    """What links libhcrt, unless the user links it or makes a relocatable object."""
    if "-r" in line:
        return ()
    folder = library_folder(prefix)
    return (*_for_sanitizer(invocation, folder), *_runtime(invocation, line, folder), *_SYSTEM_LIBRARIES)


def _for_sanitizer(invocation: Invocation, folder: Path) -> tuple[str, ...]:
    """What informs ThreadSanitizer of libhcrt; nothing refers to it."""
    if invocation.shared or "thread" not in invocation.sanitizers:
        return ()
    return ("-Wl,--whole-archive", str(folder / "libhcrt_tsan.a"), "-Wl,--no-whole-archive")


def _runtime(invocation: Invocation, line: Sequence[str], folder: Path) -> tuple[str, ...]:
    if "-lhcrt" in line:  # from hcc-config --ldflags
        return (f"-L{folder}",)
    if any(word.endswith(("/libhcrt.so", "/libhcrt.a")) for word in line):  # from the CMake package
        return ()
    shared = invocation.shared_runtime
    if shared is None:
        shared = invocation.shared or _links_shared_runtime(line)
    if shared:
        return (f"-L{folder}", "-lhcrt", f"-Wl,-rpath,{folder}")
    return (str(folder / "libhcrt.a"),)


def _links_shared_runtime(line: Sequence[str]) -> bool:
    """Does one of the shared objects on the line use libhcrt.so?"""
    return any("libhcrt.so" in needed for path in _shared_objects(line) for needed in _needed(path))


def _shared_objects(line: Sequence[str]) -> Iterable[Path]:
    folders: list[Path] = []
    names: list[str] = []
    words = iter(line)
    for word in words:
        if word.startswith("-L"):
            folders.append(Path(word[2:] or next(words, "")))
        elif word.startswith("-l"):
            names.append(word[2:] or next(words, ""))
        elif not word.startswith("-") and ".so" in Path(word).name:
            yield Path(word)
    for name in names:
        for folder in folders:
            path = folder / (name[1:] if name.startswith(":") else f"lib{name}.so")
            if path.is_file():
                yield path
                break


def _needed(path: Path) -> list[str]:
    try:
        return objfile.ElfFile(path.read_bytes(), str(path)).needed_libraries()
    except (OSError, HcpyError):
        return []  # a linker script, perhaps: the linker reports it


def relocatable_command(tools: Toolchain, objects: Iterable[Path], output: Path) -> tuple[str, ...]:
    """Merges a unit's objects into the one that -c promises."""
    return (*any_linker(tools), "-r", "-o", str(output), *map(str, objects))
