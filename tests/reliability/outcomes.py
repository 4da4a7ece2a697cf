"""What a reliability test is given and gives: a Context, and an Outcome for each row of the table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from programs import Programs, Run


@dataclass(frozen=True)
class Context:
    """What is to be run, and with what."""

    programs: Programs
    devices: tuple[str, ...]
    nightly: bool
    seed: int

    def size(self, often: int, nightly: int) -> int:
        return nightly if self.nightly else often


@dataclass(frozen=True)
class Outcome:
    """A row of the table."""

    test: str
    what: str
    device: str
    count: str
    failures: int
    seconds: float
    words: str = ""  # of a failure

    @property
    def row(self) -> str:
        return (
            f"| {self.test} | {self.what} | {self.device} | {self.count} | {self.failures} "
            f"| {self.seconds:.1f} |"
        )


HEADER = "| test | what | device | count | failures | seconds |\n|---|---|---|---|---|---|"


def outcome(test: str, what: str, device: str, done: Run) -> Outcome:
    # A program that does nothing finds nothing.
    failures = done.failures or int(not re.search(r"[1-9]", done.figure))
    words = done.output if failures else ""
    if done.code == 124:
        words += "it took too long\n"
    if failures and not done.failures:
        words += f"it counted nothing: figure={done.figure!r}\n"
    return Outcome(test, what, device, done.figure, failures, done.seconds, words)
