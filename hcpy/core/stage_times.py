"""What each stage takes, wall and CPU time, and which stages run just now.

Takes: `span(...)` around each stage's work, on any thread; the worker's children send theirs along.
Gives: Times for --time-stages, and the running stages for the progress line. Costs a microsecond a stage.

One recorder a process: a run of hcc. A stage inside of another one counts for itself alone.
"""

from __future__ import annotations

import os
import resource
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from hcpy.core.dataclass import dataclass, field
from hcpy.core.words import as_hcc


@dataclass(frozen=True)
class Time:
    """One stage of one unit for one target: seconds of CLOCK_MONOTONIC, which all processes share."""

    stage: str
    target: str
    begin: float
    end: float
    wall: float  # without the stages inside of it
    cpu: float  # of its thread and of the processes that it ran, without the stages inside of it
    detail: str = ""
    thread: int = 0


@dataclass
class Span:
    """A stage that runs."""

    stage: str
    target: str
    unit: str
    begin: float
    detail: str = ""
    children_cpu: float = 0.0
    inner_wall: float = 0.0
    inner_cpu: float = 0.0


@dataclass
class _Recorder:
    lock: threading.Lock = field(default_factory=threading.Lock)
    running: list[Span] = field(default_factory=list)
    done: list[Time] = field(default_factory=list)


_RECORDER = _Recorder()
_CURRENT: ContextVar[Span | None] = ContextVar("span", default=None)


@contextmanager
def span(
    stage: str, target: str = "", unit: str = "", clock: Callable[[], float] = time.thread_time
) -> Iterator[Span]:
    """Times what runs inside; its `detail` may be set there. `clock` returns the CPU time used so far."""
    outer = _CURRENT.get()
    here = Span(stage, target, unit or (outer.unit if outer else ""), time.monotonic())
    started = clock()
    token = _CURRENT.set(here)
    with _RECORDER.lock:
        _RECORDER.running.append(here)
    try:
        yield here
    finally:
        _CURRENT.reset(token)
        end = time.monotonic()
        wall, cpu = end - here.begin, clock() - started + here.children_cpu
        if outer is not None:
            outer.inner_wall += wall
            outer.inner_cpu += cpu - here.children_cpu  # its thread's: the outer one counts that too
        made = Time(
            stage,
            target,
            here.begin,
            end,
            wall - here.inner_wall,
            max(cpu - here.inner_cpu, 0.0),
            here.detail,
            threading.get_native_id(),
        )
        with _RECORDER.lock:
            _RECORDER.running.remove(here)
            _RECORDER.done.append(made)


def run(command: Sequence[str | os.PathLike[str]], pass_fds: Sequence[int] = ()) -> tuple[int, bytes]:
    """Runs a tool; its CPU time counts for the stage that runs it.

    Gives its exit code (of a signal: negative) and its words on standard error; what it prints is dropped.
    """
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    process = subprocess.Popen(
        as_hcc(command), executable=command[0], stdin=null, stdout=null, stderr=pipe, pass_fds=pass_fds
    )
    try:
        assert process.stderr is not None
        with process.stderr:
            words = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    except BaseException:
        process.kill()
        process.wait()
        raise
    current = _CURRENT.get()
    if current is not None:
        current.children_cpu += usage.ru_utime + usage.ru_stime
    return process.returncode, words


@contextmanager
def counting_children() -> Iterator[None]:
    """Counts, for the stage that runs, all processes that end inside: where nothing else runs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    current = _CURRENT.get()
    if current is not None:
        current.children_cpu += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def add(times: Iterable[Time]) -> None:
    """What another process measured."""
    with _RECORDER.lock:
        _RECORDER.done.extend(times)


def take() -> tuple[Time, ...]:
    """What this process measured so far; it is forgotten here."""
    with _RECORDER.lock:
        times, _RECORDER.done = tuple(_RECORDER.done), []
    return times


def finished() -> tuple[Time, ...]:
    with _RECORDER.lock:
        return tuple(_RECORDER.done)


def running() -> tuple[Span, ...]:
    """The stages that run just now, the newest last."""
    with _RECORDER.lock:
        return tuple(_RECORDER.running)
