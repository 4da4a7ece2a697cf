"""hcc's standard streams: a reader that goes away, full disks, closed streams, outputs that are no files."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from conftest import Command
from driver_support import KERNEL, NULL, feed, fill, names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fill(tmp_path)


@pytest.mark.parametrize("source", ["kernel.cpp", "plain.cpp"])
def test_a_reader_that_goes_away(hcc: Command, folder: Path, source: str) -> None:
    long = "".join(f"int variable_{number};\n" for number in range(20_000))
    (folder / source).write_text((folder / source).read_text() + long)
    words = [*hcc.words, "-E", source]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("text", [KERNEL, "int f() { return __LINE__; }\n"])
def test_standard_input(hcc: Command, folder: Path, text: str) -> None:
    done = feed(hcc, folder, text, "-c", NULL, "-x", "c++", "-", "-o", "out.o")
    assert done.returncode == 0, done.stderr
    assert (": bundle 0" in hcc.ok("--inspect", "out.o", cwd=folder)) == (text is KERNEL)
    assert b"hcc-" not in (folder / "out.o").read_bytes()
    broken = feed(hcc, folder, text + "int x = nothing;\n", "-c", NULL, "-x", "c++", "-")
    assert broken.returncode == 1 and f"<stdin>:{text.count(chr(10)) + 1}:9: error: " in broken.stderr
    assert "-E or -x required" in feed(hcc, folder, text, "-c", "-").stderr
    assert "# 1 " in feed(hcc, folder, text, "-E", "-x", "c++", "-").stdout
    assert "__VERSION__" in feed(hcc, folder, "", "-dM", "-E", "-").stdout


def test_outputs_that_are_no_files(hcc: Command, folder: Path) -> None:
    before = names(folder)
    for source in ("kernel.cpp", "plain.cpp"):
        hcc.ok(NULL, "-c", source, "-o", "/dev/null", cwd=folder)
        words = [*hcc.words, NULL, "-c", source, "-o", "-"]
        done = subprocess.run(words, cwd=folder, capture_output=True, check=True)
        assert done.stdout[:4] == b"\x7fELF"
    assert names(folder) == before
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams(hcc: Command, tmp_path: Path, closed: str) -> None:
    """Files that hcc opens don't take their numbers: clang's messages would go into them."""
    (tmp_path / "a.cpp").write_text(
        "#include <hc.hpp>\n#warning seen\nvoid f() { auto k = []() [[hc]] {}; }\n"
    )
    command = shlex.join((*hcc.words, "--targets=host,ptx", "-c", "a.cpp", "-o", "a.o"))
    done = subprocess.run(
        ["bash", "-c", f"{command} {closed}"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0 and (b"#warning seen" in done.stderr) == ("2>" not in closed)
    assert hcc.ok("--inspect", "a.o", cwd=tmp_path)


@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_one_line(
    hcc: Command, tmp_path: Path, where: str, unbuffered: str
) -> None:
    command = f"{shlex.join((*hcc.words, '--help'))} {where}"
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["bash", "-c", command], env=env, capture_output=True, text=True, check=False)
    words = "No space left on device" if "full" in where else "Bad file descriptor"
    assert (done.returncode, done.stderr) == (1, f"hcc: error: cannot write: {words}\n")
