"""What a signal leaves behind: nothing, also where the tools that hcc started take their time to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# The child has been asked to end, and still writes to the folder of the run.
CHILD = """import os, signal, sys, time
def end(number, frame):
    time.sleep(0.3)
    os.makedirs(sys.argv[1] + "/late")
    sys.exit()
signal.signal(signal.SIGTERM, end)
print("ready", flush=True)
time.sleep(60)
"""
RUN = """import subprocess, sys
from hcpy.driver import cleanup
cleanup.install()
with cleanup.work_folder() as folder:
    subprocess.run([sys.executable, "-c", sys.argv[1], str(folder)])
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_tools_that_end_late_leave_no_folder(tmp_path: Path, number: signal.Signals) -> None:
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    words = ("env", "--default-signal=INT", sys.executable, "-c", RUN, CHILD)
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        (folder,) = tmp_path.iterdir()
        assert folder.stat().st_mode & 0o777 == 0o700
        process.send_signal(number)
        assert process.wait(timeout=30) == -number
        assert process.stdout.read() == ""  # until the child has ended, too
    assert list(tmp_path.iterdir()) == []
