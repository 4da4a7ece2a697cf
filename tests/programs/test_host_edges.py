"""Kernels that the host target rewrites: they ask about ids, write records, load bytes, add to memory."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import Command

FOLDER = Path(__file__).parent / "host"


def run(hcc: Command, name: str, folder: Path, *flags: str) -> str:
    program = folder / name
    done = hcc("-hc", "-O2", "--targets=host", *flags, FOLDER / f"{name}.cpp", "-o", program)
    assert done.returncode == 0, done.stderr
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"}
    ran = subprocess.run([program], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "PASSED\n")
    return done.stderr


def test_kernels_with_edges_compute_what_loops_do(hcc: Command, tmp_path: Path) -> None:
    run(hcc, "edges", tmp_path)


@pytest.mark.parametrize("left_out", ["nothing", "edges", "rounds", "seams"])
def test_tiles_at_edges_compute_what_loops_do(hcc: Command, tmp_path: Path, left_out: str) -> None:
    flags = () if left_out == "nothing" else (f"-fno-hcc-rewrite={left_out}",)
    run(hcc, "tile_edges", tmp_path, *flags)


@pytest.mark.parametrize(
    "way", ["-fhcc-vectorise=auto", "-fhcc-vectorise=masks", "-fno-hcc-rewrite=near-sums"]
)
def test_sums_that_are_read_again_are_what_was_added(hcc: Command, tmp_path: Path, way: str) -> None:
    run(hcc, "sums", tmp_path, way)


def test_kernels_that_write_records_compute_what_loops_do(hcc: Command, tmp_path: Path) -> None:
    remarks = run(hcc, "records", tmp_path, "-Rpass=hcc-vectorise")
    assert "each writes numbers that lie side by side" in remarks


def test_small_elements_that_some_load_may_lie_at_a_page_s_end(hcc: Command, tmp_path: Path) -> None:
    remarks = run(hcc, "small_rows", tmp_path, "-Rpass=hcc-vectorise")
    assert "vectorised with masks" in remarks
    run(hcc, "small_rows", tmp_path, "-fhcc-vectorise=loops")


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_work_items_that_wait_equally_often_may_repeat_different_rounds(
    hcc: Command, tmp_path: Path, level: str
) -> None:
    run(hcc, "repeated_rounds", tmp_path, level)
