"""Cleans up: the private folder of a run, half-written outputs, and the tools that still work.

Takes: signals, and the names of what is being written.
Gives: a process that a signal ends as it ends clang: by that signal, after the files are gone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    import tempfile
else:
    tempfile = lazy("tempfile")

T = TypeVar("T")

_PATIENCE = 1.0  # seconds for a child that was asked to end

_folders: set[str] = set()
_outputs: set[str] = set()


def install() -> None:
    """Act on the signals that end a program, but for those that the caller has set aside (nohup)."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


@contextlib.contextmanager
def work_folder() -> Iterator[Path]:
    """A private folder (mode 0700), gone afterwards also when a signal ends hcc."""
    # Its name is known before it is there: a signal may come at any moment.
    folder = os.path.join(tempfile.gettempdir(), f"hcc-{os.urandom(8).hex()}")
    _folders.add(folder)
    try:
        os.mkdir(folder, 0o700)
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _folders.discard(folder)


@contextlib.contextmanager
def writing(output: Path) -> Iterator[None]:
    """While a file of the user's is written; it is removed where that fails."""
    name = str(output)
    _outputs.add(name)
    try:
        yield
    except BaseException:
        _remove(name)
        raise
    finally:
        _outputs.discard(name)


def awaited(job: Future[T]) -> T:
    """A job's result, while signals are heeded.

    A signal that arrives just before a thread waits for a lock is acted on when the wait ends: none is long.
    """
    while not job.done():
        wait((job,), timeout=0.1)
    return job.result()


def _remove(name: str) -> None:
    """Only what is a file: not /dev/null, nor a link to somewhere."""
    if os.path.isfile(name) and not os.path.islink(name):
        with contextlib.suppress(OSError):
            os.unlink(name)


def _end(number: int, frame: FrameType | None) -> None:
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    # Other threads run on meanwhile: what they start or make is found by the next round. A child that has not
    # ended yet may still write to a folder.
    for _ in range(3):
        _wait_for_end(end_children())
        for folder in tuple(_folders):
            shutil.rmtree(folder, ignore_errors=True)
    for name in tuple(_outputs):
        _remove(name)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def end_children() -> list[int]:
    """Asks every process below this one to end; the clangs and the worker would go on writing. Gives them."""
    found, todo = [], [os.getpid()]
    while todo:
        folder = f"/proc/{todo.pop()}/task"
        try:
            for task in os.listdir(folder):
                with open(f"{folder}/{task}/children") as file:
                    children = [int(word) for word in file.read().split()]
                found += children
                todo += children
        except OSError:
            continue
    for process in found:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGTERM)
    return found


def _wait_for_end(processes: Iterable[int]) -> None:
    """Wait until none of them runs any more; kill those that take too long."""
    deadline = time.monotonic() + _PATIENCE
    for process in processes:
        while _runs(process) and time.monotonic() < deadline:
            time.sleep(0.001)
        if _runs(process):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)


def _runs(process: int) -> bool:
    """Is it there, and not only waited for?"""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
