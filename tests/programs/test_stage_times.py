"""--time-stages, and the progress line that a terminal gets while a long compilation runs."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command

from hcpy.core.tools import find_toolchain

SOURCE = """#include <hc.hpp>
void run(hc::array_view<float> v) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 1; });
}
"""
FLAGS = ("-c", "--targets=host:x86-64,spirv,ptx:sm_80,ptx:sm_90", "k.cpp")
STAGES = {
    ("cache", ""),
    *(("ir", kind) for kind in ("host", "spirv", "ptx")),
    *((s, t) for s in ("lower", "image") for t in ("host:x86-64", "spirv", "ptx:sm_80", "ptx:sm_90")),
    ("bundle", ""),
    ("host", ""),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "k.cpp").write_text(SOURCE)
    return tmp_path


def test_a_row_for_each_stage_and_target(hcc: Command, folder: Path) -> None:
    done = hcc("--time-stages", *FLAGS, cwd=folder, env={"HCPY_NO_CACHE": "1"})
    assert (done.returncode, done.stdout) == (0, "")
    head, *rows = done.stderr.splitlines()
    assert head.split() == ["stage", "target", "wall", "ms", "CPU", "ms"]
    cells = {(row[:8].strip(), row[9:27].strip()): row[28:].split() for row in rows}
    assert set(cells) == {*STAGES, ("rest", ""), ("whole", "")}
    for stage in STAGES - {("cache", "")}:
        wall, cpu = map(float, cells[stage][:2])
        assert cpu > 0 and wall > 0
    whole_wall, whole_cpu = map(float, cells["whole", ""])
    # Stages count for themselves: with the rest they are the whole.
    used = sum(float(cells[s][1]) for s in STAGES) + float(cells["rest", ""][0])
    assert used == pytest.approx(whole_cpu, abs=0.1 * len(cells))
    assert whole_wall >= max(float(cells[s][0]) for s in STAGES)


def test_cache_hits_are_told(hcc: Command, folder: Path) -> None:
    env = {"HCPY_CACHE_DIR": str(folder / "cache")}
    first = hcc("--time-stages", *FLAGS, cwd=folder, env=env).stderr
    assert "k.cpp: miss" in first and "\nprefix " in first  # the header is precompiled there
    again = hcc("--time-stages", *FLAGS, cwd=folder, env=env).stderr
    assert "k.cpp: hit" in again
    assert {line.split()[0] for line in again.splitlines()} == {"stage", "cache", "rest", "whole"}


def test_a_trace_for_viewers(hcc: Command, folder: Path) -> None:
    done = hcc("--time-stages=trace.json", *FLAGS, cwd=folder, env={"HCPY_NO_CACHE": "1"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    trace = json.loads((folder / "trace.json").read_text())
    events = trace["traceEvents"]
    assert {(e["cat"], e["args"]["target"]) for e in events} == STAGES
    assert all(e["ph"] == "X" and e["ts"] >= 0 and e["dur"] >= 0 for e in events)
    at = {(e["cat"], e["args"]["target"]): e for e in events}
    for kind, target in (("ptx", "ptx:sm_90"), ("host", "host:x86-64")):
        order = [at["ir", kind], at["lower", target], at["image", target], at["bundle", ""]]
        for earlier, later in pairwise(order):
            assert earlier["ts"] + earlier["dur"] <= later["ts"] + 2  # rounded to microseconds
    bad = hcc("--time-stages=no/such/trace.json", *FLAGS, cwd=folder)
    assert bad.returncode == 1
    assert bad.stderr == "hcc: error: cannot write 'no/such/trace.json': No such file or directory\n"


# --- progress ----------------------------------------------------------------------------------------
def slow_clang(folder: Path) -> dict[str, str]:
    """A clang whose compilations take three seconds more."""
    clang = find_toolchain().clang
    script = folder / "llvm" / "bin" / "clang"
    script.parent.mkdir(parents=True)
    (folder / "llvm" / "lib").symlink_to(clang.resolve().parent.parent / "lib")
    script.write_text(f'#!/bin/sh\ncase "$*" in *-Xclang*) sleep 3;; esac\nexec {clang} "$@"\n')
    script.chmod(0o755)
    return {"HCPY_CLANG": str(script), "HCPY_NO_CACHE": "1"}


def on_terminal(folder: Path, *words: str, **env: str) -> tuple[int, str]:
    """hcc with its standard error on a terminal: the exit code and what the terminal got."""
    master, slave = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    environment |= {"TERM": "xterm", "PYTHONPATH": str(REPOSITORY), **env}
    command = [sys.executable, "-m", "hcpy.driver.cli", *words]
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=slave) as process:
        os.close(slave)
        got = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            got += part
    os.close(master)
    return process.returncode, got.decode()


def on_screen(text: str) -> str:
    """What stays visible: an erased line does not."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line.rpartition("\r\x1b[K")[2] for line in lines)


def test_a_terminal_sees_progress_and_then_nothing(folder: Path) -> None:
    code, text = on_terminal(folder, "-c", "--targets=spirv", "k.cpp", **slow_clang(folder))
    assert code == 0
    assert re.search(r"hcc: k\.cpp: (?:ir spirv|host)(?:, (?:ir spirv|host))? \(\d+ s\)", text)
    assert on_screen(text) == ""


def test_errors_stand_alone_on_the_terminal(folder: Path) -> None:
    (folder / "bad.cpp").write_text(SOURCE.replace("v[i] += 1", "unknown()"))
    code, text = on_terminal(folder, "-c", "--targets=spirv", "bad.cpp", **slow_clang(folder))
    assert code == 1 and re.search(r"\(\d s\)", text)
    shown = on_screen(text)
    assert shown.count("use of undeclared identifier 'unknown'") == 1
    assert " s)" not in shown


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_plain_terminals_see_none(folder: Path, env: dict[str, str]) -> None:
    code, text = on_terminal(folder, "-c", "--targets=spirv", "k.cpp", **slow_clang(folder), **env)
    assert (code, text) == (0, "")


def test_pipes_get_none(hcc: Command, folder: Path) -> None:
    done = hcc("-c", "--targets=spirv", "k.cpp", cwd=folder, env={"TERM": "xterm", **slow_clang(folder)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
