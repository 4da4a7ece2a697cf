"""T12's children: each loads damaged images until the driver's compiler ends it; the next one goes on.

Takes: the program damaged_images with its arguments, and a count.
Gives: Rounds. Imports nothing of hcpy: machines with GPUs have only python3.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

_PART = 500  # images that one child loads where it lives that long
_SECONDS = 60 + 20 * _PART


@dataclass
class Rounds:
    """What became of the images."""

    count: int = 0
    ended: int = 0  # ended the driver's compiler
    refused: int = 0  # with an error
    faults: list[str] = field(default_factory=list)

    @property
    def figure(self) -> str:
        return f"{self.count} images, {self.refused} refused, {self.ended} ended the driver's compiler"


def load_all(words: Sequence[str], image: str, env: Mapping[str, str], count: int) -> Rounds:
    """Loads `count` damaged images made of one file, a part of them on each processor."""
    parts = [(first, min(first + _PART, count)) for first in range(0, count, _PART)]
    result = Rounds()
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for part in pool.map(lambda ends: _load(words, image, env, *ends), parts):
            result.count += part.count
            result.ended += part.ended
            result.refused += part.refused
            result.faults += part.faults
    return result


def _load(words: Sequence[str], image: str, env: Mapping[str, str], at: int, last: int) -> Rounds:
    result = Rounds(last - at)
    while at < last:
        command = [*words, "--first", str(at), "--last", str(last), image]
        try:
            done = subprocess.run(command, env=env, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            result.faults.append(f"no end: {' '.join(command)}")
            break
        output = (done.stdout + b"\n" + done.stderr).decode(errors="replace")
        result.faults += re.findall(r"^FAILED .*", output, re.MULTILINE)
        result.refused += len(re.findall(r"^refused$", output, re.MULTILINE))
        reached = re.findall(r"^image (\d+)$", output, re.MULTILINE)
        if done.returncode in (0, 1) and reached and int(reached[-1]) == last - 1:
            break
        if not reached:
            result.faults.append(f"the child ends at once: exit code {done.returncode}\n{output[-1000:]}")
            break
        result.ended += 1
        at = int(reached[-1]) + 1
    return result
