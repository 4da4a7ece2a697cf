"""Runs the tests in as many processes as there are processors, a file at a time.

The first process starts the others with its own arguments. All collect the same tests; each takes the next
file that none has taken, by making a file with its number. The first shows what the others report as its own:
one summary, one exit status. Where one of them ends early, the run fails and says in which test.

Only whole runs are spread: a few files, `-x`, `--pdb` or HCPY_TESTS_PROCESSES=1 keep all in one process.
"""

from __future__ import annotations

import base64
import itertools
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPORTS = "HCPY_TESTS_REPORTS"  # in the environment of the other processes
# What this one writes its reports to, in the folder where the files are taken; a pytest that a test starts
# has none.
reports_path = os.environ.pop(REPORTS, "")
shared_folder = os.path.dirname(reports_path)
LEAST_FILES = 20  # below that, one process is as fast
BUILT_IN_COMMON = ("tests/device/",)  # what these files build is built once
LONGEST = (
    "tests/programs/test_conformance.py",
    "tests/random/test_random.py",
    "tests/reliability/test_reliability.py",
    "tests/programs/test_vulkan.py",
    "tests/device/",
)  # begun first, so that none is left alone at the end


def wanted(session: pytest.Session, groups: list[list[pytest.Item]]) -> int:
    """The number of processes."""
    option = session.config.option
    if len(groups) < LEAST_FILES or option.collectonly or option.usepdb or option.maxfail:
        return 1
    return int(os.environ.get("HCPY_TESTS_PROCESSES") or len(os.sched_getaffinity(0)))


def in_groups(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """The tests of each file, or of the files that share what they build."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        path = item.nodeid.partition("::")[0]
        common = next((name for name in BUILT_IN_COMMON if path.startswith(name)), path)
        groups.setdefault(common, []).append(item)
    first = [name for name in LONGEST if name in groups]
    return [groups[name] for name in dict.fromkeys((*first, *groups))]


class Claims:
    """The groups that this process takes, in their order."""

    def __init__(self, folder: Path, groups: list[list[pytest.Item]]) -> None:
        self._folder, self._groups, self._next = folder, groups, 0

    def take(self) -> list[pytest.Item]:
        """The next group that no process has taken; empty: there is none left."""
        while self._next < len(self._groups):
            number, self._next = self._next, self._next + 1
            try:
                (self._folder / f"{number}").touch(exist_ok=False)
            except FileExistsError:
                continue
            return self._groups[number]
        return []

    def items(self) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
        """Each test, and the one after it, which keeps the fixtures that both use."""
        group = self.take()
        while group:
            yield from itertools.pairwise(group)
            following = self.take()
            yield group[-1], following[0] if following else None
            group = following


class Other:
    """Another process, as the first one sees it."""

    def __init__(self, folder: Path, number: int) -> None:
        self._path = folder / f"reports-{number}"
        self._path.touch()
        self._output = (folder / f"output-{number}").open("w+")
        self._read = 0
        self._running, self._has_ended = "", False
        environment = {**os.environ, REPORTS: str(self._path)}
        command = [sys.executable, *sys.argv]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.STDOUT
        )

    def show(self, session: pytest.Session) -> None:
        """Shows what it reported since the last call."""
        with self._path.open("rb") as file:
            file.seek(self._read)
            for line in file:
                if not line.endswith(b"\n"):
                    break  # it is being written
                self._read += len(line)
                self._take(session, pickle.loads(base64.b64decode(line)))

    def _take(self, session: pytest.Session, told: dict[str, Any]) -> None:
        hook = session.config.hook
        if "end" in told:
            self._has_ended = True
            return
        if "start" in told:
            self._running = told["start"]
            hook.pytest_runtest_logstart(nodeid=told["start"], location=told["location"])
            return
        report = hook.pytest_report_from_serializable(config=session.config, data=told["report"])
        hook.pytest_runtest_logreport(report=report)

    def wait(self, session: pytest.Session) -> str:
        """What went wrong with the process itself; empty: nothing."""
        while True:
            try:
                status = self._process.wait(0.5)
                break
            except subprocess.TimeoutExpired:
                self.show(session)
        self.show(session)
        # Without its last word a test has ended the process, whatever its status says.
        if self._has_ended and status in (
            pytest.ExitCode.OK,
            pytest.ExitCode.TESTS_FAILED,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        ):
            return ""
        self._output.seek(0)
        return (
            f"a process of the tests ended with {status} in {self._running}:\n{self._output.read()[-4000:]}"
        )

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()


class Reporter:
    """In another process: writes each report as a line."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def _write(self, told: dict[str, Any]) -> None:
        with Path(reports_path).open("ab") as file:
            file.write(base64.b64encode(pickle.dumps(told)) + b"\n")

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._write({"start": nodeid, "location": location})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        self._write({"report": hook.pytest_report_to_serializable(config=self._config, report=report)})

    def pytest_sessionfinish(self) -> None:
        self._write({"end": True})


def pytest_configure(config: pytest.Config) -> None:
    if reports_path:
        config.pluginmanager.register(Reporter(config))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    groups = in_groups(session.items)
    if session.testsfailed and not session.config.option.continue_on_collection_errors:
        return None  # pytest's own loop says so
    if shared_folder:
        run(session, Claims(Path(shared_folder), groups), [])
        return True
    count = wanted(session, groups)
    if count < 2:
        return None
    folder = Path(tempfile.mkdtemp(prefix="hcpy-tests-"))
    others = [Other(folder, number) for number in range(1, count)]
    try:
        run(session, Claims(folder, groups), others)
        faults = [fault for other in others if (fault := other.wait(session))]
    finally:
        for other in others:
            other.stop()
        shutil.rmtree(folder, ignore_errors=True)
    if faults:
        raise pytest.UsageError("\n".join(faults))
    return True


def run(session: pytest.Session, claims: Claims, others: list[Other]) -> None:
    for item, following in claims.items():
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        for other in others:
            other.show(session)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
