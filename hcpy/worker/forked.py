"""A child of fork with pipes to its standard input and output, as subprocess.Popen gives one of exec.

Takes: a function that never returns; everything that this process has loaded is there already.
Gives: what Worker needs of a Popen. To be made while this process has one thread: others would be missing.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from typing import IO, NoReturn


class ForkedProcess:
    """The running child. Thread contract: all methods may be called from any thread."""

    def __init__(self, main: Callable[[], NoReturn]) -> None:
        self.returncode: int | None = None
        self._lock = threading.Lock()
        requests, to_child = os.pipe()
        from_child, answers = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()  # the child's copy would be written a second time
        handled = [number for number in signal.valid_signals() if callable(signal.getsignal(number))]
        before = signal.pthread_sigmask(signal.SIG_BLOCK, handled)
        self.pid = os.fork()
        if not self.pid:
            try:
                for number in handled:  # what they would clean up is the parent's
                    signal.signal(number, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                _take_streams(requests, answers)
                main()
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(requests)
        os.close(answers)
        self.stdin: IO[bytes] = open(to_child, "wb")  # noqa: SIM115  (its user closes it)
        self.stdout: IO[bytes] = open(from_child, "rb")  # noqa: SIM115

    def poll(self) -> int | None:
        """The exit code, of a signal negative; None while it runs, or while another thread waits for it."""
        if self._lock.acquire(blocking=False):
            try:
                self._reap(os.WNOHANG)
            finally:
                self._lock.release()
        return self.returncode

    def wait(self) -> int:
        """Waits for its end."""
        with self._lock:
            self._reap(0)
        assert self.returncode is not None
        return self.returncode

    def _reap(self, options: int) -> None:
        if self.returncode is None:
            process, status = os.waitpid(self.pid, options)
            if process:
                self.returncode = os.waitstatus_to_exitcode(status)


def _take_streams(requests: int, answers: int) -> None:
    """In the child: a separate session; of all open files its pipes and the error stream are left."""
    os.setsid()
    os.dup2(requests, 0)
    os.dup2(answers, 1)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
