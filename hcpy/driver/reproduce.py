"""--reproduce=DIR: keeps what repeats a failure.

Takes: a unit whose compilation failed, and what was said of it.
Gives: a folder with the source, its preprocessed texts, the files of the stages that were done, and a script
`repeat.sh` that runs the failing step again from the last of them.
"""

from __future__ import annotations

import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from hcpy import __version__
from hcpy.core.errors import HcpyError, ToolFailed
from hcpy.core.flags import STANDARD_INPUT
from hcpy.core.model import TranslationUnit
from hcpy.driver.options import Invocation
from hcpy.driver.stage_files import stage_file

_HCC = [sys.executable, "-m", "hcpy.driver.cli"]
_DROPPED_WITH_VALUE = frozenset(("-o", "-MF", "-MT", "-MQ", "-MJ"))
_DROPPED = (
    "--reproduce",
    "-MD",
    "-MMD",
    "-c",
    "--stop-after",
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "--time-stages",
)


def keep(
    invocation: Invocation,
    folder: Path,
    unit: TranslationUnit,
    stages: Path,
    error: HcpyError | None,
) -> None:
    """Fill the folder; `stages` holds the files that the stages have made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        source = unit.work_dir / STANDARD_INPUT if str(unit.source) == "-" else unit.source
        shutil.copyfile(source, folder / source.name)
        for file in sorted(stages.glob("*")):
            shutil.copyfile(file, folder / file.name)
        _preprocess(invocation, folder, source)
        lines = _steps(folder, unit, error) or [shlex.join(["hcc", *invocation.words])]
        (folder / "repeat.sh").write_text("\n".join(("#!/bin/sh", *_head(invocation), *lines, "")))
        (folder / "repeat.sh").chmod(0o755)
    except OSError as fault:
        raise HcpyError(f"cannot write to '{folder}' (--reproduce): {fault.strerror}") from None
    print(f"hcc: note: what failed is kept in '{folder}'; repeat.sh runs it again", file=sys.stderr)


def _head(invocation: Invocation) -> list[str]:
    return [
        f"# hcpy {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"# in {Path.cwd()}: {shlex.join(['hcc', *invocation.words])}",
        "set -e",
    ]


def _steps(folder: Path, unit: TranslationUnit, error: HcpyError | None) -> list[str]:
    """A tool's own command that failed, or hcc from the stages' files on, for each target."""
    if isinstance(error, ToolFailed):
        return [f"cd {shlex.quote(str(Path.cwd()))}", error.repeat]
    lines = ['cd "$(dirname "$0")"']
    for file in sorted(folder.glob("*.1-ir.*.ll")):
        read = stage_file(file.name)
        for target in unit.targets:
            if read is not None and target.kind == read.kind:
                command = ["hcc", f"--targets={target}", file.name, "-o", f"{read.stem}.{target.kind}.image"]
                lines.append(shlex.join(command))
    return lines if len(lines) > 1 else []


def _preprocess(invocation: Invocation, folder: Path, source: Path) -> None:
    """The host part's text and the device part's, which need no header any more."""
    words: list[str] = []
    skip = False
    for word in invocation.words:
        if skip or (word.startswith(_DROPPED) and not word.startswith("-openmp")):
            skip = not skip and word in _DROPPED_WITH_VALUE
        elif not any(word == item.path for item in invocation.inputs):
            words.append(word)
    text = folder / f"{source.stem}.i"
    command = [*_HCC, *words, "-E", str(source), "-o", str(text)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        text.unlink(missing_ok=True)
