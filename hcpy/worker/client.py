"""Runs the lower and image stages in child processes: LLVM ends its process on what a back end cannot do.

Takes: requests (DeviceModule, Target, Toolchain) through `Worker.submit`, or any function through
`Worker.call`.
Gives: futures. The other side, process.py, loads LLVM once and forks a child for each request.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

from hcpy.core import stage_times
from hcpy.core.dataclass import dataclass
from hcpy.core.errors import HcpyError, ToolFailed
from hcpy.core.lazy import lazy
from hcpy.core.model import DeviceImage, DeviceModule, Diagnostic, LoweredModule, Target, Toolchain
from hcpy.core.stage_times import Time
from hcpy.worker.forked import ForkedProcess

if TYPE_CHECKING:
    from hcpy.worker import process as process_module
else:
    process_module = lazy("hcpy.worker.process")

P = ParamSpec("P")
R = TypeVar("R")
_Process = subprocess.Popen[bytes] | ForkedProcess
_HEADER = struct.Struct("<QQ")  # request number, bytes that follow
# -S: the search path is passed, so that start-up files need not be read again. The current folder, which -c
# puts before the standard library, may hold any struct.py.
_START = "import sys; sys.path[:] = filter(None, sys.path); from hcpy.worker.process import serve; serve()"


@dataclass(frozen=True)
class Finished:
    """One target's way through lower and image; the diagnostics are warnings."""

    lowered: LoweredModule
    image: DeviceImage
    diagnostics: tuple[Diagnostic, ...] = ()
    times: tuple[Time, ...] = ()


def write_frame(stream: IO[bytes], number: int, value: object) -> None:
    write_pickled(stream, number, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))


def write_pickled(stream: IO[bytes], number: int, data: bytes | bytearray) -> None:
    stream.write(_HEADER.pack(number, len(data)) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[int, bytes] | None:
    """The next request or answer; None at the end of the stream. The stream may be unbuffered."""
    header = _read_exactly(stream, _HEADER.size)
    if header is None:
        return None
    number, size = _HEADER.unpack(header)
    data = _read_exactly(stream, size)
    return None if data is None else (number, data)


def _read_exactly(stream: IO[bytes], size: int) -> bytes | None:
    data = b""
    while len(data) < size:
        part = stream.read(size - len(data))
        if not part:
            return None
        data += part
    return data


class Worker:
    """The client. Thread contract: all methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Future[Any]] = {}  # what this process is to answer
        self._process: _Process | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Worker:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Starts the process where none runs; it loads LLVM while others work."""
        self.load(())

    def fork(self) -> None:
        """Makes the process of this one, which has one thread: quicker than a new interpreter. It waits for
        the first request before it loads LLVM, and costs almost nothing where none comes."""
        with self._lock:
            if self._process is None:
                gc.freeze()  # a collection of either process would copy the pages that they share
                self._attach(ForkedProcess(_serve_when_asked))

    def _start(self) -> _Process:
        """The running process; one that ended, as the system's lack of memory ends it, is followed by a new
        one."""
        ended = self._process
        if ended is not None and ended.poll() is None:
            return ended
        package_folder = str(Path(__file__).resolve().parents[2])
        search = os.pathsep.join(dict.fromkeys((package_folder, *filter(None, sys.path))))
        # In a separate session it gets no interrupt at a prompt, or of a notebook.
        process = subprocess.Popen(
            [sys.executable, "-S", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": search},
            start_new_session=True,
        )
        self._attach(process)
        if ended is not None and ended.stdin is not None:
            with contextlib.suppress(OSError):
                ended.stdin.close()
        return process

    def _attach(self, process: _Process) -> None:
        """Makes it the one that answers from now on."""
        self._waiting = {}
        reader = threading.Thread(
            target=self._read, args=(process, self._waiting), name="hcpy-worker", daemon=True
        )
        reader.start()
        # Last: a signal may end this function anywhere, and close() takes what it finds here.
        self._reader, self._process = reader, process

    def load(self, kinds: Iterable[str]) -> None:
        """Imports what these target kinds need while no request is there yet; children find it loaded."""
        self._send(("load", tuple(kinds)))

    def submit(self, module: DeviceModule, target: Target, toolchain: Toolchain) -> Future[Finished]:
        """Lower and image for one target. The future raises CompileError for errors in the user's source, and
        ToolFailed where LLVM gave up without a word."""
        return self._send(("compile", module, target, toolchain))

    def submit_image(self, lowered: LoweredModule, toolchain: Toolchain) -> Future[Finished]:
        """The image stage alone, of a module that was lowered before."""
        return self._send(("image", lowered, lowered.target, toolchain))

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs a function of a module in a child with LLVM loaded, and waits for its result."""
        return self.submit_call(function, *args, **kwargs).result()

    def submit_call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """The same without waiting."""
        return self._send(("call", function, args, kwargs))

    def close(self) -> None:
        """Waits for the process to end; what was not answered by then fails."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None and self._reader is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.wait()
        self._reader.join()

    def leave(self) -> None:
        """In a child of fork: lets go of the process, which is the parent's; it must be able to end it."""
        self._lock = threading.Lock()  # another thread, which the child lacks, may have held it
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (s for s in (process.stdin, process.stdout) if not s.closed):
            os.dup2(nothing, stream.fileno(), inheritable=False)
        os.close(nothing)
        process.returncode = 0  # not this process's child

    def _send(self, request: tuple[Any, ...]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            for _ in range(2):  # the first may be one that ended unnoticed
                process = self._start()
                assert process.stdin is not None
                number = next(self._numbers)
                self._waiting[number] = future
                try:
                    write_frame(process.stdin, number, request)
                    return future
                except OSError:
                    del self._waiting[number]
                    process.wait()
            future.set_exception(_ended(process))
        return future

    def _read(self, process: _Process, waiting: dict[int, Future[Any]]) -> None:
        """Hands answers to their futures until the process ends."""
        assert process.stdout is not None
        while (frame := read_frame(process.stdout)) is not None:
            number, data = frame
            # Without the lock: who sends holds it, and may wait until the process, which waits for this
            # thread to take its answers, reads on.
            future = waiting.pop(number)
            try:
                succeeded, value = pickle.loads(data)
            except Exception as error:
                succeeded, value = False, HcpyError(f"hcpy's worker sent what can't be read: {error}")
            if succeeded:
                future.set_result(value)
            else:
                future.set_exception(value)
        process.wait()
        process.stdout.close()
        with self._lock:
            lost = list(waiting.values())
            waiting.clear()
        for future in lost:
            future.set_exception(_ended(process))


def _serve_when_asked() -> NoReturn:
    """The forked process: most of hcc's work is found in the cache, and it ends without having served."""
    with open(0, "rb", buffering=0, closefd=False) as requests:
        first = read_frame(requests)
    if first is None:
        os._exit(0)
    stage_times.take()  # what hcc measured before the fork is reported by hcc
    process_module.serve(first)


def _ended(process: _Process) -> ToolFailed:
    return ToolFailed([sys.executable, "-c", _START], "", process.poll() or 0)
