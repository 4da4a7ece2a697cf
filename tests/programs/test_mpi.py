"""hc_mpi.hpp under mpiexec: results with 1, 2 and 4 ranks, one line for each fault, traces of ranks.

Takes MPICH and mpi4py, which the extra `mpi` and the extra `test` install.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import IN_FULL, REPOSITORY, Command
from python_support import environment

HERE = Path(__file__).parent
SAMPLES = REPOSITORY / "samples"


def mpi_tool(name: str) -> str:
    """A command of MPICH: beside this Python, or on the path."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        pytest.skip("MPICH is not installed: pip install 'hcpy[mpi]'")
    return found


@pytest.fixture(scope="session")
def mpicxx(
    hcc: Command, hcc_config: Command, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Path]:
    """Compiles a source as its documentation says; once for all tests."""
    folder = tmp_path_factory.mktemp("mpi")
    wrapper = folder / "hcc"
    wrapper.write_text(f'#!/bin/sh\nexec {" ".join(hcc.words)} "$@"\n')
    wrapper.chmod(0o755)
    flags = hcc_config.ok("--cxxflags", "--ldflags").split()

    def build(source: Path, *options: str) -> Path:
        program = folder / source.stem
        if not program.exists():
            words = [mpi_tool("mpicxx"), "-O2", "--targets=host", *options, *flags, str(source)]
            env = {**os.environ, "MPICH_CXX": str(wrapper)}
            done = subprocess.run(
                [*words, "-o", str(program)], env=env, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
        return program

    return build


def mpiexec(
    ranks: int, *words: str | Path, options: tuple[str, ...] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host", **variables}
    command = [mpi_tool("mpiexec"), *options, "-n", str(ranks), *map(str, words)]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_views(mpicxx: Callable[..., Path], ranks: int) -> None:
    done = mpiexec(ranks, mpicxx(HERE / "mpi" / "ranks.cpp"), HCPY_HOST_THREADS="2", HCPY_VERBOSE="1")
    assert done.returncode == 0 and "failed" not in done.stdout, done.stdout + done.stderr
    for rank in range(ranks):
        assert re.search(rf"hc::mpi: rank {rank} of {ranks}: process \d+, accelerator host; ", done.stderr)


RECEIVE = "rank 1 ends: hc::mpi: MPI receive with rank 0 on rank 1: the ranks disagree on the size: "
FAULTS = {
    "longer": RECEIVE + "the message is longer than the section",
    "shorter": RECEIVE + "it sent 200 bytes, not 400",
    "collective": r"rank \d ends: hc::mpi: allreduce: the ranks disagree on the size: "
    r"rank \d has (240|400) bytes, others from 240 to 400",
    "throws": "rank 1 ends: on purpose",
    "leaves": r"rank 1 ends: exit\(\) was called before the work was done",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_ends_all_ranks_with_one_line(mpicxx: Callable[..., Path], fault: str) -> None:
    done = mpiexec(2, mpicxx(HERE / "mpi" / "ranks.cpp"), fault)
    said = [line for line in done.stderr.splitlines() if re.match(r"rank \d ends: ", line)]
    assert done.returncode != 0
    follows = r"rank 0 ends: hc::mpi: rank 1 has died .*"  # where that was seen before mpiexec ended all
    assert said and re.fullmatch(FAULTS[fault], said[0]), done.stderr
    assert all(re.fullmatch(f"{FAULTS[fault]}|{follows}", line) for line in said), done.stderr


def test_the_others_name_a_rank_that_dies(mpicxx: Callable[..., Path]) -> None:
    """mpiexec ends all where a process that it started ends; here that is a shell, which stays."""
    program = mpicxx(HERE / "mpi" / "ranks.cpp")
    assert mpiexec(3, program, "killed").returncode != 0
    done = mpiexec(3, "sh", "-c", f"{program} killed; sleep 3")
    assert done.returncode != 0
    named = r"^rank [02] ends: hc::mpi: rank 1 has died \(process \d+\); rank [02] waits for it: MPI receive$"
    assert re.search(named, done.stderr, re.MULTILINE), done.stderr


@pytest.fixture(scope="session")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four GPUs that run no kernels, and NCCL between them."""
    folder = tmp_path_factory.mktemp("nccl")
    for source, library in (
        (HERE / "mpi" / "fake_nccl.cpp", "libnccl.so.2"),
        (REPOSITORY / "tests" / "device" / "runtime" / "fake_cuda.cpp", "libcuda.so"),
    ):
        words = ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-pthread", source, "-o", folder / library]
        subprocess.run(words, check=True)
    return folder


def beside_nccl(stand_ins: Path, folder: Path) -> dict[str, str]:
    path = {"LD_LIBRARY_PATH": str(stand_ins), "HCPY_CUDA_LIBRARY": str(stand_ins / "libcuda.so")}
    return {**path, "HCRT_FAKE_CUDA": "four", "FAKE_NCCL": str(folder), "HCPY_DEFAULT_ACCELERATOR": "cuda"}


def test_ranks_that_share_a_gpu_go_without_nccl(
    mpicxx: Callable[..., Path], stand_ins: Path, tmp_path: Path
) -> None:
    variables = {**beside_nccl(stand_ins, tmp_path), "HCPY_DEFAULT_ACCELERATOR": "host"}
    shared = "ranks 0 and 1 have the same GPU"
    for word, fault in (("one-gpu", shared), ("gpus", "")):
        done = mpiexec(2, mpicxx(HERE / "mpi" / "ranks.cpp"), word, **variables)
        said = sorted(done.stdout.splitlines())
        assert said == [f"rank 0: {fault}", f"rank 1: {fault}"], done.stdout + done.stderr


@pytest.mark.parametrize("ranks", [2, 4])
def test_gpus_of_one_host_go_through_nccl(
    mpicxx: Callable[..., Path], stand_ins: Path, tmp_path: Path, ranks: int
) -> None:
    program = mpicxx(HERE / "mpi" / "nccl.cpp")
    done = mpiexec(ranks, program, HCPY_VERBOSE="1", **beside_nccl(stand_ins, tmp_path))
    assert done.returncode == 0 and "failed" not in done.stdout, done.stdout + done.stderr
    assert done.stderr.count("; bcast, allreduce and exchange: NCCL\n") == ranks
    calls = (tmp_path / "log").read_text().splitlines()
    for rank in range(ranks):
        own = [call for call in calls if call.startswith(f"{rank} ")]
        neighbours = 1 if rank in (0, ranks - 1) else 2
        counts = {
            word: sum(f" {word}" in call for call in own) for word in ("bcast", "allreduce", "exchange")
        }
        assert counts == {"bcast": 2, "allreduce": 2, "exchange": 26}
        assert all(f" exchange {neighbours} " in call for call in own if "exchange" in call)


def test_without_nccl_gpus_of_one_host_go_through_mpi(
    mpicxx: Callable[..., Path], stand_ins: Path, tmp_path: Path
) -> None:
    variables = beside_nccl(stand_ins, tmp_path)
    done = mpiexec(2, mpicxx(HERE / "mpi" / "nccl.cpp"), HCPY_NCCL="0", **variables)
    assert done.returncode == 0 and not (tmp_path / "log").exists(), done.stdout + done.stderr
    assert done.stdout.count("HCPY_NCCL=0 on rank ") == 2


DISAGREE = r"rank \d ends: hc::mpi: (exchange|allreduce): the ranks disagree on the "


@pytest.mark.parametrize("fault", ["sizes", "rows", "order"])
def test_ranks_that_disagree_before_nccl_end_with_one_line(
    mpicxx: Callable[..., Path], stand_ins: Path, tmp_path: Path, fault: str
) -> None:
    """NCCL itself would wait for ever."""
    done = mpiexec(2, mpicxx(HERE / "mpi" / "nccl.cpp"), fault, **beside_nccl(stand_ins, tmp_path))
    kinds = {
        "sizes": r"size: rank \d has (20|40) bytes, others from 20 to 40",
        "rows": r"size: rank \d has (28|32) bytes, others from 28 to 32",
        "order": r"order: rank \d comes to it while another comes to (exchange|allreduce)",
    }
    said = [line for line in done.stderr.splitlines() if re.match(r"rank \d ends: ", line)]
    follows = r"rank \d ends: hc::mpi: rank \d has died .*"  # as in the test of faults above
    assert done.returncode != 0 and said, done.stderr
    assert re.fullmatch(DISAGREE + kinds[fault], said[0]), done.stderr
    assert all(re.fullmatch(f"{DISAGREE}{kinds[fault]}|{follows}", line) for line in said), done.stderr
    assert not (tmp_path / "log").exists()


def test_the_others_name_a_rank_that_dies_in_nccl(
    mpicxx: Callable[..., Path], stand_ins: Path, tmp_path: Path
) -> None:
    variables = beside_nccl(stand_ins, tmp_path)
    program = mpicxx(HERE / "mpi" / "nccl.cpp")
    done = mpiexec(3, "sh", "-c", f"{program} killed; sleep 3", FAKE_NCCL_KILLS="1", **variables)
    named = (
        r"^rank [02] ends: hc::mpi: rank 1 has died \(process \d+\); rank [02] waits for it: NCCL exchange$"
    )
    assert done.returncode != 0 and re.search(named, done.stderr, re.MULTILINE), done.stderr
    assert " abort\n" in (tmp_path / "log").read_text()


def test_mpi_that_is_not_ready_is_one_line(mpicxx: Callable[..., Path]) -> None:
    program = mpicxx(HERE / "mpi" / "ranks.cpp")
    for how, line in (
        ("no-mpi", "hc::mpi: MPI is not initialised; use hc::mpi::run, or call MPI_Init_thread"),
        ("no-threads", "hc::mpi: MPI must be initialised with MPI_THREAD_MULTIPLE"),
    ):
        done = subprocess.run([program, how], capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 3 and done.stderr.strip() == line


def test_without_mpi_the_header_says_what_is_missing(hcc: Command, tmp_path: Path) -> None:
    source = tmp_path / "x.cpp"
    source.write_text("#include <hc_mpi.hpp>\nint main() {}\n")
    done = hcc("-c", source, "-o", tmp_path / "x.o")
    assert done.returncode != 0
    assert (
        "hc_mpi.hpp needs MPI: pip install 'hcpy[mpi]', and compile with MPICH_CXX=hcc mpicxx" in done.stderr
    )


@pytest.mark.parametrize("sample", [("jacobi", "90", "70", "25"), ("nbody_ring", "2048")], ids=lambda s: s[0])
def test_ranks_and_pieces_give_the_same_bits(mpicxx: Callable[..., Path], sample: tuple[str, ...]) -> None:
    program = mpicxx(SAMPLES / f"{sample[0]}.cpp", "-DUSE_MPI")
    sums = set()
    for ranks, accelerators in itertools.product((1, 2, 4), ("1", "2")):
        done = mpiexec(ranks, program, *sample[1:], accelerators, HCPY_HOST_THREADS="2")
        assert done.returncode == 0 and done.stdout.startswith("PASSED"), done.stdout + done.stderr
        sums.add(done.stdout)
    assert len(sums) == 1


def test_a_trace_of_all_ranks_shows_that_exchanges_overlap_kernels(
    mpicxx: Callable[..., Path], tmp_path: Path
) -> None:
    """Each rank writes its own file; joined, messages pass while the interior's kernels run."""
    program = mpicxx(SAMPLES / "jacobi.cpp", "-DUSE_MPI")
    done = mpiexec(
        2, program, "3000", "2000", "12", HCPY_TRACE=str(tmp_path / "trace"), HCPY_HOST_THREADS="1"
    )
    assert done.returncode == 0 and done.stdout.startswith("PASSED"), done.stdout + done.stderr
    files = [tmp_path / f"trace.{rank}" for rank in (0, 1)]
    joiner = [sys.executable, "-m", "hcpy.driver.join_traces", tmp_path / "all.json"]
    subprocess.run([*joiner, *files], check=True, env=environment())
    events = json.loads((tmp_path / "all.json").read_text())
    names = {e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"}
    assert {"rank 0: host threads", "rank 1: host threads"} <= names
    overlapping = 0
    for rank in (0, 1):
        own = [e for e in events if e["pid"] // 1000 == rank and e["ph"] == "X"]
        kernels = [e for e in own if e.get("cat") == "kernel"]
        received = [e for e in own if e["name"] == "MPI receive"]
        assert len(kernels) == 24 and len(received) == (13 if rank else 14)  # one is the result
        begin, end = min(e["ts"] for e in kernels), max(e["ts"] + e["dur"] for e in kernels)
        assert 0 <= begin < end
        largest = sorted(kernels, key=lambda e: e["dur"])[-12:]  # of the interior
        met = [
            m
            for m in received
            if any(m["ts"] < k["ts"] + k["dur"] and k["ts"] < m["ts"] + m["dur"] for k in largest)
        ]
        overlapping += len(met)
    assert overlapping > 0  # how many depends on the machine; without overlap there is none
    wrong = subprocess.run(
        [*joiner, tmp_path / "nothing"], capture_output=True, text=True, env=environment(), check=False
    )
    assert (
        wrong.returncode == 1 and wrong.stderr.startswith("join_traces: ") and wrong.stderr.count("\n") == 1
    )


def test_mpi4py_sends_array_views_in_place() -> None:
    if importlib.util.find_spec("mpi4py") is None:
        pytest.skip("mpi4py is not installed: pip install 'hcpy[mpi]'")
    script = REPOSITORY / "tests" / "python" / "mpi_arrays.py"
    done = mpiexec(2, sys.executable, script, **environment())
    assert done.returncode == 0 and done.stdout.count("PASSED") == 2, done.stdout + done.stderr


def test_cmake_finds_mpi(hcc_config: Command, tmp_path: Path) -> None:
    """samples/mpi as its head says; the programs are built where all tests are run."""
    cmake = shutil.which("cmake") or str(Path(sys.executable).with_name("cmake"))
    build = tmp_path / "build"
    words = [
        "-S",
        SAMPLES / "mpi",
        "-B",
        build,
        "-G",
        "Ninja",
        f"-Dhcc_DIR={hcc_config.ok('--cmakedir').strip()}",
    ]
    mpi = [f"-DMPI_CXX_COMPILER={mpi_tool('mpicxx')}", f"-DMPIEXEC_EXECUTABLE={mpi_tool('mpiexec')}"]
    for command in ([cmake, *words, *mpi], [cmake, "--build", build, *([] if IN_FULL else ["--", "-n"])]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    if IN_FULL:
        assert mpiexec(2, build / "nbody_ring", "2048").stdout.startswith("PASSED")
    assert "libmpi" in (build / "build.ninja").read_text()
