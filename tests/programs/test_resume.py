"""Files of a stage given to hcc again, and --reproduce."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Command

SOURCE = """#include <hc.hpp>
void run(hc::array_view<float> v) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = v[i] * 2 + 1; });
}
"""
# LLVM ends the process that makes code of it, and says where it was.
ABORTS = """#include <hc.hpp>
void run(hc::array_view<int> v) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    asm volatile("no such instruction;" : : : "memory");
    v[i] = 1;
  });
}
"""


@pytest.fixture
def kept(hcc: Command, tmp_path: Path) -> Path:
    """A folder with the stages' files of a source."""
    (tmp_path / "k.cpp").write_text(SOURCE)
    hcc.ok("-c", "-save-temps", "--targets=host:x86-64,spirv,ptx:sm_80", "k.cpp", cwd=tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("k.1-ir.ptx.ll", "k.ptx"),
        ("k.2-lower.ptx-sm_80.ll", "k.ptx"),
        ("k.1-ir.spirv.ll", "k.spv"),
        ("k.2-lower.spirv.ll", "k.spv"),
        ("k.1-ir.host.ll", "k.o"),
        ("k.2-lower.host-x86-64.ll", "k.o"),
    ],
)
def test_the_pipeline_goes_on_after_the_stage(hcc: Command, kept: Path, name: str, image: str) -> None:
    (first,) = kept.glob("k.3-image." + name.split(".")[-2].split("-")[0] + "*")
    out = kept / "out"
    out.mkdir()
    hcc.ok(str(kept / name), cwd=out)
    assert [p.name for p in out.iterdir()] == [image]
    made = (out / image).read_bytes()
    assert made == first.read_bytes() if image != "k.o" else made[:4] == b"\x7fELF"


def test_another_architecture_may_be_asked_for(hcc: Command, kept: Path) -> None:
    hcc.ok("--targets=ptx:sm_90", "k.1-ir.ptx.ll", "-o", "new.ptx", cwd=kept)
    assert ".target sm_90" in (kept / "new.ptx").read_text()


def test_an_edited_stage_file_counts(hcc: Command, kept: Path) -> None:
    file = kept / "k.2-lower.ptx-sm_80.ll"
    text = file.read_text()
    assert "2.000000e+00" in text
    file.write_text(text.replace("2.000000e+00", "3.000000e+00"))
    hcc.ok(file.name, "-o", "-", cwd=kept)
    assert "0f40400000" in hcc.ok(file.name, "-o", "-", cwd=kept)  # 3.0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("absent.ptx.ll",), "no such file or directory: 'absent.ptx.ll'"),
        (("k.1-ir.ptx.ll", "k.cpp"), "files of a stage go by themselves"),
        (("--targets=spirv", "k.1-ir.ptx.ll"), "is of the target ptx; --targets names others"),
        (("broken.spirv.ll",), "the target 'spirv' can't compile this"),
    ],
)
def test_what_cannot_go_on_is_one_line(
    hcc: Command, kept: Path, words: tuple[str, ...], message: str
) -> None:
    (kept / "broken.spirv.ll").write_text("define void @f( {\n")
    done = hcc(*words, cwd=kept)
    assert done.returncode == 1
    assert message in done.stderr and "Traceback" not in done.stderr


def test_reproduce_keeps_what_fails(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(ABORTS)
    done = hcc("-c", "--targets=host", "--reproduce=kept", "k.cpp", cwd=tmp_path)
    assert done.returncode == 1 and "kept in 'kept'" in done.stderr, done.stderr
    kept = tmp_path / "kept"
    assert {"k.cpp", "k.i", "k.1-ir.host.ll", "repeat.sh"} <= {p.name for p in kept.iterdir()}
    script = (kept / "repeat.sh").read_text()
    assert "k.1-ir.host.ll" in script
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "hcc").write_text(f'#!/bin/sh\nexec {" ".join(hcc.words)} "$@"\n')
    (folder / "hcc").chmod(0o755)
    again = subprocess.run(
        ["sh", str(kept / "repeat.sh")],
        env={"PATH": f"{folder}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 1 and "the target 'host:x86-64' can't compile this" in again.stderr


def test_reproduce_keeps_nothing_of_what_works(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE)
    hcc.ok("-c", "--targets=host", "--reproduce=kept", "k.cpp", cwd=tmp_path)
    assert not (tmp_path / "kept").exists()
