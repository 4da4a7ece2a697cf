"""Runs Python functions in forked children: thousands of runs without the start of an interpreter.

Takes: a function and a time limit. Gives: Ended: how the child ended and what it wrote.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Ended:
    """How a child ended; a negative code is the signal, as in subprocess."""

    code: int
    output: str
    seconds: float
    timed_out: bool


@dataclass
class _Child:
    process: int
    words: Any
    started: float
    limit: float


def each(
    items: Iterable[Item],
    function: Callable[[Item], int],
    limit: float,
    at_once: int = 2,
    memory: int = 0,
    kill_after: Callable[[Item], float | None] = lambda item: None,
) -> Iterator[tuple[Item, Ended]]:
    """Runs function(item) in a child for each item, some at once; its result is the child's exit code.

    memory: the most address space that a child may take, in bytes; 0: any. kill_after: the seconds of the
    function after which a child is killed, by SIGALRM, with all that it started; None: it lives.
    """
    running: dict[int, tuple[Item, _Child]] = {}
    todo = iter(items)
    while True:
        while len(running) < at_once:
            try:
                item = next(todo)
            except StopIteration:
                break
            child = _start(item, function, limit, memory, kill_after(item))
            running[child.process] = (item, child)
        if not running:
            return
        for process in list(running):
            item, child = running[process]
            ended = _look(child)
            if ended is not None:
                del running[process]
                yield item, ended
        time.sleep(0.001)


def _start(
    item: Item, function: Callable[[Item], int], limit: float, memory: int, doom: float | None
) -> _Child:
    words = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the child is done)
    process = os.fork()
    if process:
        with contextlib.suppress(OSError):
            os.setpgid(process, process)
        return _Child(process, words, time.perf_counter(), limit)
    os._exit(_run(item, function, words.fileno(), memory, doom))


def _run(item: Item, function: Callable[[Item], int], words: int, memory: int, doom: float | None) -> int:
    """The child: gives its exit code."""
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(words, 1)
    os.dup2(words, 2)
    # pytest's own streams lead elsewhere.
    sys.stdout = open(1, "w", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", errors="surrogateescape", closefd=False)  # noqa: SIM115
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if doom is not None:  # a parent on a busy machine would be too late
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, max(doom, 1e-6))
    try:
        code = function(item)
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _look(child: _Child) -> Ended | None:
    """None while it runs within its time."""
    done, status = os.waitpid(child.process, os.WNOHANG)
    seconds = time.perf_counter() - child.started
    timed_out = not done and seconds > child.limit
    if timed_out:
        os.killpg(child.process, signal.SIGKILL)
        _, status = os.waitpid(child.process, 0)
    elif not done:
        return None
    elif os.waitstatus_to_exitcode(status) == -signal.SIGALRM:
        with contextlib.suppress(ProcessLookupError):  # it had started none
            os.killpg(child.process, signal.SIGKILL)
    child.words.seek(0)
    output = child.words.read().decode("utf-8", "replace")
    child.words.close()
    return Ended(os.waitstatus_to_exitcode(status), output, seconds, timed_out)


def resident(process: int | str = "self") -> int:
    """The most memory that a process has had resident, in bytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) << 10
    return 0
