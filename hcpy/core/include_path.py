"""Where the compiler looks for included files: the user's folders, ours, the system's.

Takes: a command's flags.
Gives: folders. Nothing here reads a file.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from hcpy.core.dataclass import dataclass
from hcpy.core.tools import find_prefix

MARKER = Path("hcrt", "abi.h")  # marks our own include folder
COMPATIBILITY = "ms_compat"  # our stand-ins for headers of Windows, below the include folder


def compatibility_folder() -> Path:
    """The headers that only a unit in Microsoft's ways sees."""
    return find_prefix(os.environ) / "include" / COMPATIBILITY


@lru_cache(maxsize=1)
def system_folders() -> tuple[Path, ...]:
    """Our headers and the system's, clang's own left out: gcc has the same names."""
    prefix = find_prefix(os.environ) / "include"
    libraries: list[str] = sorted(glob.glob("/usr/include/c++/*") + glob.glob("/usr/lib/gcc/*/*/include"))
    others = ("/usr/local/include", f"/usr/include/{os.uname().machine}-linux-gnu", "/usr/include")
    return (prefix, *map(Path, (*libraries, *others)))


def in_system(name: str, further: Iterable[Path] = ()) -> bool:
    """Does clang find the file in a system folder under exactly this name?"""
    return any(os.path.isfile(folder / name) for folder in (*further, *system_folders()))


@dataclass(frozen=True)
class IncludePath:
    """Where the user's flags make clang look, system folders left out."""

    quoted: tuple[Path, ...]  # -iquote, then -I
    angled: tuple[Path, ...]  # -I
    forced: tuple[str, ...]  # -include
    system: tuple[Path, ...] = ()  # -isystem, -idirafter


def include_path(arguments: Iterable[str]) -> IncludePath:
    """Read -I, -iquote, -isystem, -idirafter and -include, in both spellings."""
    found: dict[str, list[str]] = {
        "-I": [],
        "-iquote": [],
        "-isystem": [],
        "-idirafter": [],
        "-include": [],
    }
    words = iter(arguments)
    for word in words:
        for option, values in found.items():
            if word == option:
                value = next(words, "")
                values.append(next(words, "") if value == "-Xclang" else value)
            elif word.startswith(option) and not word.startswith("-include-"):
                values.append(word[len(option) :])
    angled = tuple(Path(p) for p in found["-I"] if p and not (Path(p) / MARKER).is_file())
    quoted = (*map(Path, found["-iquote"]), *angled)
    own = compatibility_folder()
    system = tuple(p for p in map(Path, (*found["-isystem"], *found["-idirafter"])) if p != own)
    return IncludePath(quoted, angled, tuple(found["-include"]), system)
