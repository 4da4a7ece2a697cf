"""Kernels on the host under a debugger, a sanitizer and -hc-check (docs/debugging.md)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Command

FOLDER = Path(__file__).parent / "debugging"
ON_HOST = {"HCPY_DEFAULT_ACCELERATOR": "host", "TSAN_OPTIONS": "atexit_sleep_ms=0"}


def line_of(source: str, mark: str) -> int:
    """The line of a program that ends in the comment `// mark`."""
    lines = (FOLDER / source).read_text().splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.endswith(f"// {mark}"))


def run(program: Path, *before: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The program in its folder; `before` is a command that takes it as its last word."""
    return subprocess.run(
        [*before, program],
        cwd=program.parent,
        env={**os.environ, **ON_HOST, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def build(hcc: Command, folder: Path, source: str, *flags: str) -> Path:
    """The program, compiled as `source` in the folder, so that reports name it so."""
    shutil.copy(FOLDER / source, folder)
    hcc.ok(*flags, source, "-o", "program", cwd=folder)
    return folder / "program"


# --- gdb ---------------------------------------------------------------------------------------------
@pytest.mark.skipif(shutil.which("gdb") is None, reason="needs gdb (apt-get install gdb)")
class TestDebugger:
    def debug(self, hcc: Command, folder: Path, source: str, *commands: str) -> str:
        program = build(hcc, folder, source, "-g", "-O0", "--targets=host")
        words = ["gdb", "-q", "-nx", "-batch", "-ex", "set debuginfod enabled off"]
        for command in commands:
            words += ["-ex", command]
        done = run(program, *words)
        return done.stdout + done.stderr

    def test_steps_through_one_work_item(self, hcc: Command, tmp_path: Path) -> None:
        line = line_of("scale.cpp", "first")
        shown = self.debug(
            hcc,
            tmp_path,
            "scale.cpp",
            f"break scale.cpp:{line} if i.values_[0] == 42",
            "run",
            "next",
            "print value",
            "print factor",
            "print i",
            "next",
            "print scaled",
            "print offsets[2]",
            "print *(float*)view.binding_.data_@3",
            "step",
            "up",
        )
        assert f"at scale.cpp:{line}\n" in shown
        assert re.search(r"^\$1 = 1\.5$", shown, re.M)
        assert re.search(r"^\$2 = 3$", shown, re.M)
        assert re.search(r"^\$3 = .*values_ = \{42\}", shown, re.M)
        assert re.search(r"^\$4 = 4\.5$", shown, re.M)
        assert re.search(r"^\$5 = 30$", shown, re.M)  # the host's variable
        assert re.search(r"^\$6 = \{.*\}$", shown, re.M)  # elements of the view
        after = shown[shown.index("$5 = 30") :]
        assert re.search(r"^moved \(value=4\.5\) at scale\.cpp:\d+$", after, re.M)
        assert "main::{lambda" in after  # who called it

    def test_work_item_is_known_everywhere(self, hcc: Command, tmp_path: Path) -> None:
        shown = self.debug(
            hcc,
            tmp_path,
            "scale.cpp",
            f"break scale.cpp:{line_of('scale.cpp', 'inside')} if hcrt_work_item.global[0] == 77",
            "run",
            "print hcrt_work_item.global",
            "up",
            "print i.values_",
        )
        assert "$1 = {77, 0, 0}" in shown
        assert re.search(r"= \{77\}$", shown, re.M), shown

    def test_stops_behind_a_barrier(self, hcc: Command, tmp_path: Path) -> None:
        line = line_of("tiles.cpp", "behind")
        shown = self.debug(
            hcc,
            tmp_path,
            "tiles.cpp",
            f"break tiles.cpp:{line} if me == 3 && t.tile.values_[0] == 2",
            "run",
            "print part",
            "next",
            "print other",
            "backtrace",
        )
        assert f"at tiles.cpp:{line}\n" in shown
        assert "$1 = {16, 17, 18, 19, 20, 21, 22, 23}" in shown
        assert "$2 = 20" in shown


def test_optimised_kernels_have_no_debug_information(hcc: Command, tmp_path: Path) -> None:
    """What a debugger needs costs speed: with other targets, or -O2, kernels stay as they were."""
    shutil.copy(FOLDER / "scale.cpp", tmp_path)
    for flags in (["-g", "-O2", "--targets=host"], ["-g", "-O0", "--targets=host,spirv"]):
        hcc.ok(*flags, "-save-temps", "-c", "scale.cpp", cwd=tmp_path)
        (lowered,) = tmp_path.glob("scale.2-lower.host-x86-64.ll")
        assert "__hcrt_run_items" not in lowered.read_text()


# --- sanitizers --------------------------------------------------------------------------------------
def test_address_sanitizer_names_the_kernels_line(hcc: Command, tmp_path: Path) -> None:
    program = build(hcc, tmp_path, "overrun.cpp", "-g", "--targets=host", "-fsanitize=address")
    done = run(program, ASAN_OPTIONS="detect_leaks=0")
    assert done.returncode != 0
    assert "heap-buffer-overflow" in done.stderr
    frame = next(line for line in done.stderr.splitlines() if "#0" in line)
    assert f"overrun.cpp:{line_of('overrun.cpp', 'here')}" in frame


def test_undefined_behaviour_sanitizer_names_the_kernels_line(hcc: Command, tmp_path: Path) -> None:
    program = build(hcc, tmp_path, "overflow.cpp", "-g", "--targets=host", "-fsanitize=undefined")
    done = run(program)
    line = line_of("overflow.cpp", "here")
    assert re.search(rf"^overflow\.cpp:{line}:\d+: runtime error: signed integer overflow", done.stderr, re.M)


def test_thread_sanitizer_finds_a_race_of_two_work_items(hcc: Command, tmp_path: Path) -> None:
    program = build(hcc, tmp_path, "sum.cpp", "-g", "--targets=host", "-fsanitize=thread")
    done = run(program, HCPY_HOST_THREADS="1")
    assert done.returncode == 66, done.stderr
    reports = re.findall(r"SUMMARY: ThreadSanitizer: (.*)", done.stderr)
    assert reports
    line = line_of("sum.cpp", "here")
    assert all(f"sum.cpp:{line}" in report for report in reports), reports


@pytest.mark.parametrize("flags", ["address,undefined", "thread", "thread --hcrt=shared"])
def test_right_programs_get_no_report(hcc: Command, tmp_path: Path, flags: str) -> None:
    """Barriers, tile memory, copies, several queues and dropped futures: no report of libhcrt's own code."""
    words = ["-g", "-O1", "--targets=host", *f"-fsanitize={flags}".split()]
    program = build(hcc, tmp_path, "busy.cpp", *words)
    done = run(program, HCPY_HOST_THREADS="3")
    assert (done.returncode, done.stderr) == (0, "")


# --- -hc-check ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module", params=["-O0", "-O2"])
def checked(
    hcc: Command, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What each kernel of faults.cpp reports: name -> the exception's text; all of it is on stderr, too."""
    program = build(hcc, tmp_path_factory.mktemp("checks"), "faults.cpp", "-hc-check", request.param)
    done = run(program)
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r"^(\w+): (.*?)\n\.$", done.stdout, re.M | re.S))
    for name, text in found.items():
        if text != "none":
            assert text[text.index("faults.cpp:", text.index(": ")) :].split(": ", 1)[1] in done.stderr, name
    return found


INDEX = "index {} is outside of the extent {}, in work-item {} of kernel main::lambda at faults.cpp:"
FAULTS = {
    "view": INDEX.format(10, 10, "(9)"),
    "negative": INDEX.format(-1, 10, "(0)"),
    "array": INDEX.format(10, 10, "(9)"),
    "plane": INDEX.format("(1, 5)", "(4, 5)", "(1)"),
    "row": INDEX.format(4, 4, "(3)"),
    "column": INDEX.format(5, 5, "(0)"),
    "section": INDEX.format(2, 2, "(2)"),
    "called": INDEX.format(10, 10, "(9)"),
    "missed": "only 5 of the 8 work-items of the tile come to this barrier, in tile (",
    "two": "the work-items of a tile wait at different barriers, in tile (",
    "race": "data race on 'part' (bytes ",
    "overrun": "bytes 32 to 35 of 'part', which has 32 bytes, are accessed in work-item (",
    "dynamic": "data race on 'dynamic group memory' (byte",
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_reported_at_its_line(checked: dict[str, str], name: str) -> None:
    place = rf"faults\.cpp:{line_of('faults.cpp', name)}:\d+: error: "
    assert re.search(place + re.escape(FAULTS[name]), checked[name]), checked[name]


def test_race_names_both_lines(checked: dict[str, str]) -> None:
    note = rf"\nfaults\.cpp:{line_of('faults.cpp', 'other')}:\d+: note: work-item \(\d\) reads it here"
    assert re.search(note, checked["race"]), checked["race"]


def test_right_kernels_get_no_error(checked: dict[str, str]) -> None:
    assert checked["right"] == "none"


def test_faults_leak_nothing(hcc: Command, tmp_path: Path) -> None:
    flags = ("-hc-check", "-g", "--targets=host", "-fsanitize=address")
    done = run(build(hcc, tmp_path, "faults.cpp", *flags), ASAN_OPTIONS="detect_leaks=1")
    assert done.returncode == 0 and "LeakSanitizer" not in done.stderr, done.stderr


def test_column_is_the_subscripts(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "two.cpp").write_text(
        "#include <amp.h>\n"
        "using namespace concurrency;\n"
        "int main() {\n"
        "  array_view<int, 1> v(4);\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = v[i] +\n"
        "           v[i + 4];\n"
        "  });\n"
        "  v.synchronize();\n"
        "}\n"
    )
    hcc.ok("-hc-check", "two.cpp", "-o", "two", cwd=tmp_path)
    done = run(tmp_path / "two")
    assert re.match(r"two\.cpp:7:12: error: index \d is outside of the extent 4, ", done.stderr), done.stderr
    assert done.returncode != 0


def test_other_targets_are_refused(hcc: Command, tmp_path: Path) -> None:
    shutil.copy(FOLDER / "scale.cpp", tmp_path)
    done = hcc("-hc-check", "--targets=host,ptx", "-c", "scale.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "hcc: error: -hc-check works on the host back end only; use --targets=host with it\n"
    )
