"""Copies what the stages make to where people read it (HCPY_DUMP, -save-temps, --stop-after).

Takes: a folder and the names of the wanted stages.
Gives: files `NAME.NUMBER-STAGE[.TARGET].SUFFIX`, numbered in the order of the stages, and folders with
what each pass leaves.
"""

from __future__ import annotations

import enum
import json
import shutil
from collections.abc import Callable, Collection
from pathlib import Path

from hcpy.core.dataclass import dataclass, field_names, is_dataclass
from hcpy.core.errors import HcpyError
from hcpy.core.model import STAGES, Part, SplitSource

PASSES = "passes"  # in HCPY_DUMP: what is left by each pass of a target, between the stages ir and lower


def passes_folder(work_dir: Path, target: str) -> Path:
    """Where the passes of a target leave their files."""
    return work_dir / f"passes.{target.replace(':', '-')}"


@dataclass(frozen=True)
class Dump:
    """Where the files of one unit's stages go; no stages: nowhere."""

    folder: Path
    name: str
    stages: Collection[str] = ()

    def file(self, stage: str, target: str, path: Path, suffix: str = "") -> None:
        """Copy one product of a stage."""
        if stage in self.stages:
            self._write(stage, target, suffix or path.suffix, lambda to: shutil.copyfile(path, to))

    def text(self, stage: str, target: str, suffix: str, text: str) -> None:
        """Write one product of a stage that has no file."""
        if stage in self.stages:
            self._write(stage, target, suffix, lambda to: to.write_text(text))

    def passes(self, target: str, work_dir: Path) -> None:
        """What the passes of a target left: NAME.2-lower.TARGET.passes/NUMBER-PASS.ll."""
        made = passes_folder(work_dir, target)
        if PASSES in self.stages and made.is_dir():
            self._write("lower", target, ".passes", lambda to: shutil.copytree(made, to, dirs_exist_ok=True))

    def split(self, source: SplitSource) -> None:
        """The split stage's product: what was found, and the parts' overlays."""
        if "split" in self.stages:
            self.text("split", "", ".json", json.dumps(_plain(source), indent=2) + "\n")
            for part, overlay in source.overlays.items():
                self.file("split", part.value, overlay, ".overlay.json")

    def _write(self, stage: str, target: str, suffix: str, write: Callable[[Path], object]) -> None:
        middle = f".{target.replace(':', '-')}" if target else ""
        path = self.folder / f"{self.name}.{STAGES.index(stage)}-{stage}{middle}{suffix}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write(path)
        except OSError as error:
            raise HcpyError(f"cannot write '{path}': {error.strerror}") from None


def _plain(value: object) -> object:
    """A data class as JSON holds it."""
    if isinstance(value, enum.Enum):
        return value.value
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in field_names(value)}
    if isinstance(value, dict):
        return {k.value if isinstance(k, Part) else str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return (
            sorted(map(_plain, value), key=str)
            if isinstance(value, frozenset)
            else [_plain(v) for v in value]
        )
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
