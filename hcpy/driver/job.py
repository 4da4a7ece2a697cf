"""What all jobs of one run share: the tools, the folder, and how they report to the user.

Takes: commands, and what the stages found.
Gives: Outcomes. Jobs run side by side: each keeps its words, which are printed in the order of the inputs.
"""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.dataclass import dataclass, field, replace
from hcpy.core.errors import HcpyError
from hcpy.core.flags import STANDARD_INPUT
from hcpy.core.lazy import lazy
from hcpy.core.model import Compiled, Diagnostic, Toolchain
from hcpy.core.words import LOOP_HINTS
from hcpy.driver.cleanup import writing
from hcpy.driver.options import Invocation
from hcpy.driver.run_tool import print_commands, run_tool
from hcpy.driver.standard_input import standard_input
from hcpy.driver.units import colour_wanted

if TYPE_CHECKING:
    from hcpy.core import diagnostics
else:
    diagnostics = lazy("hcpy.core.diagnostics")


@dataclass
class Outcome:
    """What became of one job."""

    objects: tuple[Path, ...] = ()
    failed: bool = False
    error: HcpyError | None = None  # that ends the run
    said: list[bytes] = field(default_factory=list)  # on standard error
    shown: list[bytes] = field(default_factory=list)  # on standard output

    def print(self) -> None:
        """Say it all."""
        for stream, pieces in ((sys.stderr, self.said), (sys.stdout, self.shown)):
            stream.flush()
            for piece in pieces:
                stream.buffer.write(piece)
            stream.flush()
        self.said, self.shown = [], []


@dataclass(frozen=True)
class Run:
    """One run of hcc. Thread contract: jobs call its methods side by side."""

    invocation: Invocation
    tools: Toolchain
    work_dir: Path
    is_alone: bool  # one job: its tools write to the terminal themselves
    lock: threading.Lock = field(default_factory=threading.Lock)

    def folder(self, number: int) -> Path:
        """A private folder for one job."""
        folder = self.work_dir / str(number)
        folder.mkdir(exist_ok=True)
        return folder

    def source_in(self, folder: Path, source: Path) -> None:
        """Standard input's text as a file, where that is the source."""
        if str(source) == "-":
            with self.lock:
                (folder / STANDARD_INPUT).write_bytes(standard_input())

    def tool(self, outcome: Outcome, command: Sequence[str], takes_input: bool = False) -> bool:
        """Run a tool whose words go to the user as they are."""
        if self.invocation.verbose:
            with self.lock:
                print_commands([command])
        if self.is_alone:
            outcome.print()
        said: list[bytes] = []
        shown: list[bytes] = []
        returncode = run_tool(command, takes_input, None if self.is_alone else (said, shown))
        outcome.said += said
        outcome.shown += shown
        outcome.failed = outcome.failed or returncode != 0
        return returncode == 0

    def report(self, outcome: Outcome, compiled: Compiled, folder: Path) -> None:
        """What clang and hcpy's own checks said of one unit."""
        found = self.judged(compiled.diagnostics)
        colour = colour_wanted(self.invocation)
        text = compiled.messages + "".join(diagnostics.render(d, colour) for d in found)
        text += diagnostics.summary(found)
        # Standard input's text lies in a file, of which the user knows nothing.
        text = text.replace(f"{folder / STANDARD_INPUT}", STANDARD_INPUT)
        outcome.said.append(text.encode("utf-8", "surrogateescape"))
        outcome.failed |= compiled.failed or any(d.severity == "error" for d in found)

    def judged(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Our own warnings under -w and -Werror, which clang's obey by themselves."""
        flags = self.invocation.clang_args
        if "-w" in flags:
            return [d for d in found if d.severity != "warning"]
        last = [flag for flag in flags if flag in ("-Werror", "-Wno-error")][-1:]
        if last != ["-Werror"]:
            return list(found)
        # Loop hints in kernels that LLVM does not follow failed no build of the old compilers.
        harmless = [d for d in found if d.severity != "warning" or LOOP_HINTS in d.message]
        return [d if d in harmless else replace(d, severity="error") for d in found]


def copy_out(source: Path, output: Path, outcome: Outcome) -> None:
    """A finished file to its place; nothing stays there where that fails."""
    if str(output) == "-":
        outcome.shown.append(source.read_bytes())
        return
    try:
        with writing(output):
            shutil.copyfile(source, output)
    except OSError as error:
        raise HcpyError(f"cannot write '{output}': {error.strerror}") from None
