"""Makes a dependency file say what clang would have written without our precompiled prefix.

Takes: the file that -MD made of a host part that read the prefix.
Gives: the same rule with the source first, and the headers of the prefix in its place. They
are the system's: -MMD names none of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from hcpy.cache.store import FOLDER as ENTRIES
from hcpy.cache.store import default_folder
from hcpy.core.flags import HEADER_LIST, HOST_PART
from hcpy.core.model import Toolchain, TranslationUnit
from hcpy.frontend.prefixed import FOLDER, PREFIX_FILE

_RULE = re.compile(r"((?:\\.|[^\\])*?):(?=\s)((?:\\\n|[^\n])*)\n", re.DOTALL)
_NAME = re.compile(r"(?:\\.|[^\s\\])+")
_WIDTH = 78


def complete_dependencies(unit: TranslationUnit, tools: Toolchain, path: Path) -> None:
    """Rewrite the file where the prefix is named in it."""
    if not path.is_file():
        return
    text = path.read_text("utf-8", "surrogateescape")
    rule = _RULE.match(text)
    names = [] if rule is None else _NAME.findall(rule[2])
    others = [name for name in names if not _is_prefix(name, tools)]
    if rule is None or len(others) == len(names):
        return
    if "-MMD" not in unit.clang_args:
        listed = unit.work_dir / f"{HOST_PART}-prefix{HEADER_LIST}"
        others += [_quoted(name) for name in listed.read_text("utf-8", "surrogateescape").splitlines()]
    source = _quoted(str(unit.source))
    names = list(dict.fromkeys((source, *(name for name in others if not _is_prefix(name, tools)))))
    phony = "".join(f"{name}:\n" for name in names[1:]) if "-MP" in unit.clang_args else ""
    path.write_text(f"{rule[1]}:{_folded(names, len(rule[1]) + 1)}\n{phony}", "utf-8", "surrogateescape")


def _is_prefix(name: str, tools: Toolchain) -> bool:
    """Ours, or a file of the cache: what the second prefix was made of."""
    folders = [tools.prefix / FOLDER]
    if (cache := default_folder()) is not None:
        folders.append(Path(os.path.abspath(cache), ENTRIES))
    return name.endswith("/" + PREFIX_FILE.format(HOST_PART)) or name.startswith(
        tuple(_quoted(f"{folder}/") for folder in folders)
    )


def _quoted(name: str) -> str:
    """A name as make and ninja read it."""
    return re.sub(r"([ #])", r"\\\1", name).replace("$", "$$")


def _folded(names: Iterable[str], column: int) -> str:
    """The names, in lines as clang folds them."""
    text = ""
    for name in names:
        if column + 1 + len(name) + 2 > _WIDTH:
            text += " \\\n "
            column = 1
        text += f" {name}"
        column += 1 + len(name)
    return text
