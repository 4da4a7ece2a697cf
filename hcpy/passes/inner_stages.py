"""What the passes and the host pipeline's inner stages leave, for people who look (HCPY_DUMP=passes).

Takes: a target's working folder and name.
Gives: files NUMBER-NAME.ll or .txt in a folder of the target, which the driver copies to hcpy-dump.
They are to be read: hcc goes on after the stages ir and lower alone.
"""

from __future__ import annotations

from pathlib import Path

from hcpy import ir
from hcpy.core import config
from hcpy.core.dump import PASSES, passes_folder


class InnerStages:
    """Numbers the files in the order in which they are written; without a folder none is."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._number = 0

    @staticmethod
    def of(work_dir: Path, target: str) -> InnerStages:
        return InnerStages(passes_folder(work_dir, target) if PASSES in config.DUMP.get() else None)

    @property
    def are_wanted(self) -> bool:
        return self._folder is not None

    def module(self, name: str, module: ir.Module) -> None:
        if (path := self._next(f"{name}.ll")) is not None:
            module.write(path)

    def text(self, name: str, text: str) -> None:
        if (path := self._next(f"{name}.txt")) is not None:
            path.write_text(text, "utf-8", "surrogateescape")

    def _next(self, name: str) -> Path | None:
        if self._folder is None:
            return None
        self._folder.mkdir(exist_ok=True)
        self._number += 1
        return self._folder / f"{self._number - 1:03}-{name}"


NOT_WANTED = InnerStages()
