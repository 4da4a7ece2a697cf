"""T20: processes that end, fork or close plug-ins with work pending, each many times.

Takes: the program exit_scenarios and three plug-ins. Gives: the failures. It needs nothing but Python, as
gpu.py does.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

SCENARIOS = {
    "exit_pending": 0,  # how many plug-ins it takes; the third is made with DEBUG
    "static_destructors": 0,
    "quick_exit": 0,
    "exit_from_thread": 0,
    "exit_then": 0,
    "exit_gated": 0,
    "exit_in_function": 0,
    "exit_locked": 0,
    "fork_child": 0,
    "fork_exit": 0,
    "fork_waiters": 0,
    "fork_busy": 0,
    "fork_first_use": 0,
    "fork_function": 0,
    "close_done": 1,
    "close_pending": 1,
    "close_gated": 1,
    "close_items": 3,
    "two_plugins": 2,
}

DEBUG = ("-g", "-O0", "--targets=host")
SLOW = {"exit_locked", "fork_waiters", "fork_busy", "fork_first_use"}  # seconds: run a twentieth as often


def failures(
    program: Path, plugins: list[Path], env: Mapping[str, str], times: int, seconds: int
) -> list[str]:
    """Run every scenario; what each failing run said. `seconds`: how long one may take."""
    found = []
    for scenario, taken in SCENARIOS.items():
        for _ in range(max(1, times // 20) if scenario in SLOW else times):
            words = [str(word) for word in (program, scenario, *plugins[:taken])]
            try:
                done = subprocess.run(
                    words,
                    env=env,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=seconds,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                found.append(f"{scenario}: no end after {seconds} s")
                continue
            if done.returncode != 0:
                said = (done.stdout + done.stderr)[-400:]
                found.append(f"{scenario}: exit code {done.returncode}\n{said}")
    return found
