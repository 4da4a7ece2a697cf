"""A run of many files is spread over processes, and tells what each of them found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
WHO = """
import os, pathlib, time

def test_it():
    pathlib.Path(f"process-{os.getpid()}").touch()
    for _ in range(600):  # until both are there
        if len(list(pathlib.Path().glob("process-*"))) == 2: break
        time.sleep(0.1)
    print("ran in", os.getpid())
"""


def run(folder: Path, count: int = 30, **files: str) -> subprocess.CompletedProcess[str]:
    for number in range(count):
        (folder / f"test_{number:02}.py").write_text(WHO)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "HCPY_TESTS_PROCESSES": "2"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "two_processes", "-p", "no:cacheprovider", "-rsP", folder],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
    )


def test_each_test_runs_once_in_one_of_two_processes(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 passed" in done.stdout
    ran = [line for line in done.stdout.splitlines() if line.startswith("ran in")]
    assert len(ran) == 30 and len(set(ran)) == 2


def test_failures_and_skips_of_both_are_shown(tmp_path: Path) -> None:
    files = {f"test_bad{n}": f"def test_bad():\n    assert {n} == 7\n" for n in range(3)}
    skipped = "import pytest\n\ndef test_left_out():\n    pytest.skip('not here')\n"
    done = run(tmp_path, **files, test_skipped=skipped, test_also_skipped=skipped)
    assert done.returncode == 1
    assert "3 failed, 30 passed, 2 skipped" in done.stdout
    assert all(f"assert {n} == 7" in done.stdout for n in range(3))
    assert done.stdout.count("not here") == 2


@pytest.mark.parametrize("status", [0, 3])
def test_a_process_that_ends_early_fails_the_run(tmp_path: Path, status: int) -> None:
    """The first process has the tests: only the other may be killed here."""
    kill = (
        "import os, two_processes\n\ndef test_end():\n    two_processes.shared_folder and os._exit(STATUS)\n"
    )
    kill = kill.replace("STATUS", str(status))
    done = run(tmp_path, **{f"test_end{n}": kill for n in range(30)})
    assert done.returncode == 4
    assert f"a process of the tests ended with {status} in test_end" in done.stdout + done.stderr


def test_module_fixtures_are_made_once(tmp_path: Path) -> None:
    text = (
        "import pytest\n\n@pytest.fixture(scope='module')\ndef made():\n    print('made')\n    yield\n"
        "    print('ended')\n\ndef test_one(made):\n    pass\n\ndef test_two(made):\n    pass\n"
    )
    done = run(tmp_path, test_fixture=text)
    assert "32 passed" in done.stdout
    assert done.stdout.count("made\n") == 1 and done.stdout.count("ended\n") == 1
