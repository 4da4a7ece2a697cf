"""Runs the lower and image stages in child processes: LLVM ends its process on what a back end cannot do.

Takes: requests (DeviceModule, Target, Toolchain) through `Worker.submit`, or any function through
`Worker.call`.
Gives: futures. `python -m hcpy.worker` is the other side: it loads LLVM once and forks a child for each
request.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, ParamSpec, TypeVar

from hcpy.errors import HcpyError, ToolFailed
from hcpy.model import DeviceImage, DeviceModule, Diagnostic, LoweredModule, Target, Toolchain
from hcpy.stage_times import Time

P = ParamSpec("P")
R = TypeVar("R")
_HEADER = struct.Struct("<QQ")  # request number, bytes that follow


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
        self._waiting: dict[int, Future[Any]] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Worker:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Starts the process, which then loads LLVM while others work; without effect where it runs."""
        with self._lock:
            if self._process is not None:
                return
            # -S: this process's search path is told, so that start-up files need not be read again.
            package_folder = str(Path(__file__).resolve().parent.parent)
            search = os.pathsep.join(dict.fromkeys((package_folder, *filter(None, sys.path))))
            process = subprocess.Popen(
                [sys.executable, "-S", "-m", "hcpy.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": search},
            )
            reader = threading.Thread(target=self._read, args=(process,), name="hcpy-worker", daemon=True)
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
        assert process.stdout is not None
        process.stdout.close()

    def leave(self) -> None:
        """In a child of fork: lets go of the process, which is the parent's; it must be able to end it."""
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (process.stdin, process.stdout):
            os.dup2(nothing, stream.fileno(), inheritable=False)
        os.close(nothing)
        process.returncode = 0  # not this process's child

    def _send(self, request: tuple[Any, ...]) -> Future[Any]:
        self.start()
        future: Future[Any] = Future()
        with self._lock:
            process = self._process
            assert process is not None and process.stdin is not None
            number = next(self._numbers)
            self._waiting[number] = future
            try:
                write_frame(process.stdin, number, request)
            except OSError:
                self._waiting.pop(number, None)
                future.set_exception(_ended(process))
        return future

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Hands answers to their futures until the process ends."""
        assert process.stdout is not None
        while (frame := read_frame(process.stdout)) is not None:
            number, data = frame
            with self._lock:
                future = self._waiting.pop(number)
            try:
                succeeded, value = pickle.loads(data)
            except Exception as error:
                succeeded, value = False, HcpyError(f"hcpy's worker sent what can't be read: {error}")
            if succeeded:
                future.set_result(value)
            else:
                future.set_exception(value)
        process.wait()
        with self._lock:
            lost, self._waiting = list(self._waiting.values()), {}
        for future in lost:
            future.set_exception(_ended(process))


def _ended(process: subprocess.Popen[bytes]) -> ToolFailed:
    return ToolFailed([sys.executable, "-m", "hcpy.worker"], "", process.poll() or 0)


if __name__ == "__main__":
    from hcpy.worker_process import serve

    serve()
