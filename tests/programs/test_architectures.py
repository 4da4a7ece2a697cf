"""Several architectures of one target in a program: which image the runtime takes, and what they share."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Command, host_level
from lowering_support import run_tool

from hcpy.driver.inspect import find_bundles
from hcpy.objects.objfile import ElfFile

REPOSITORY = Path(__file__).resolve().parents[2]
LEVELS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")
TARGETS = "ptx:sm_80,ptx:sm_90,ptx:sm_90a,ptx:sm_100,spirv,host:x86-64,host:x86-64-v3,host:x86-64-v4"
PROGRAM = """#include <hc.hpp>
#include <cstdio>
#include <exception>
template <class T>
__attribute__((noinline)) inline T chain(T n) { return n < 2 ? n : chain(n / 2) + chain(n - n / 2); }
int main() try {
  int values[64] = {};
  hc::array_view<int> v(64, values);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = chain(i[0]); });
  return v[63] == 63 ? 0 : 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "caught: %s\\n", error.what());
  return 3;
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, hcc: Command) -> Path:
    made: Path = tmp_path_factory.mktemp("architectures")
    (made / "p.cpp").write_text(PROGRAM)
    hcc.ok("-O2", "-c", f"--targets={TARGETS}", "p.cpp", cwd=made)
    hcc.ok("p.o", "-o", "p", cwd=made)
    compiler = shutil.which("c++") or "g++"
    fake = REPOSITORY / "tests" / "device" / "runtime" / "fake_cuda.cpp"
    words = [
        compiler,
        "-std=c++17",
        "-O1",
        "-shared",
        "-fPIC",
        "-pthread",
        str(fake),
        "-o",
        "libfake_cuda.so",
    ]
    subprocess.run(words, cwd=made, check=True, timeout=300)
    return made


def run(folder: Path, program: str = "p", **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HCPY_VERBOSE": "1", **env}
    return subprocess.run(
        [folder / program], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def chosen(done: subprocess.CompletedProcess[str]) -> str:
    found = re.findall(r"^hcrt: kernel .*: image (\S+) of ", done.stderr, re.MULTILINE)
    assert len(found) == 1, done.stderr
    return str(found[0])


@pytest.mark.parametrize(
    "capability,image",
    [
        ("80", "sm_80"),
        ("86", "sm_80"),
        ("89", "sm_80"),
        ("90", "sm_90a"),
        ("100", "sm_100"),
        ("120", "sm_100"),
    ],
)
def test_the_gpus_best_image(folder: Path, capability: str, image: str) -> None:
    library = str(folder / "libfake_cuda.so")
    done = run(
        folder,
        HCPY_DEFAULT_ACCELERATOR="cuda",
        HCPY_CUDA_LIBRARY=library,
        HCRT_FAKE_CUDA="idle",
        HCRT_FAKE_CUDA_CAPABILITY=capability,
    )
    assert chosen(done) == f"ptx:{image}"


def test_a_gpu_that_no_image_suits(folder: Path) -> None:
    library = str(folder / "libfake_cuda.so")
    done = run(
        folder,
        HCPY_DEFAULT_ACCELERATOR="cuda",
        HCPY_CUDA_LIBRARY=library,
        HCRT_FAKE_CUDA="idle",
        HCRT_FAKE_CUDA_CAPABILITY="75",
    )
    assert done.returncode == 3
    assert re.search(
        r"caught: no image for this device: kernel .* at \S*p.cpp:9.*, sm_75\); images: ", done.stderr
    )
    assert "ptx:sm_80" in done.stderr.partition("caught: ")[2]


def test_ptxas_takes_each_image(folder: Path, tmp_path: Path) -> None:
    (contents,) = find_bundles((folder / "p.o").read_bytes(), "p.o")
    seen = []
    for image in contents.images:
        if image.architecture.startswith("sm_"):
            path = tmp_path / f"{image.architecture}.ptx"
            path.write_bytes(image.data.rstrip(b"\0"))
            assert f".target {image.architecture}".encode() in image.data
            run_tool("ptxas", f"-arch={image.architecture}", str(path), "-o", "/dev/null")
            seen.append(image.architecture)
    assert seen == ["sm_80", "sm_90", "sm_90a", "sm_100"]


@pytest.mark.parametrize("level", range(1, 5))
def test_the_processors_best_image(folder: Path, level: int) -> None:
    """Forced, as there is one processor here; the program then runs that image."""
    done = run(folder, HCPY_DEFAULT_ACCELERATOR="host", HCPY_HOST_ARCH=LEVELS[level - 1])
    if level > host_level():
        assert done.returncode != 0
        had = LEVELS[host_level() - 1]
        assert f"HCPY_HOST_ARCH={LEVELS[level - 1]}, but this processor is {had}" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    assert chosen(done) == f"host:{('x86-64', 'x86-64', 'x86-64-v3', 'x86-64-v4')[level - 1]}"


def test_unforced_it_is_the_best_that_the_processor_has(folder: Path) -> None:
    done = run(folder, HCPY_DEFAULT_ACCELERATOR="host")
    assert done.returncode == 0
    assert chosen(done) == f"host:{('x86-64', 'x86-64', 'x86-64-v3', 'x86-64-v4')[host_level() - 1]}"


def test_a_wrong_word_for_the_processor(folder: Path) -> None:
    done = run(folder, HCPY_DEFAULT_ACCELERATOR="host", HCPY_HOST_ARCH="skylake")
    assert done.returncode != 0
    assert "HCPY_HOST_ARCH=skylake is none of x86-64, x86-64-v2, x86-64-v3, x86-64-v4" in done.stderr


def test_a_processor_that_no_image_suits(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "p.cpp").write_text(PROGRAM)
    hcc.ok("--targets=host:x86-64-v4", "p.cpp", "-o", "p", cwd=tmp_path)
    done = run(tmp_path, HCPY_DEFAULT_ACCELERATOR="host", HCPY_HOST_ARCH="x86-64")
    assert done.returncode == 3
    error = done.stderr.partition("caught: ")[2]
    assert ", x86-64); images: host:x86-64-v4; recompile with --targets for it" in error


def test_host_images_share_no_functions(folder: Path, hcc: Command, tmp_path: Path) -> None:
    """What was compiled for the wider processor must not be what the others call: everything
    in a host image but its entries is internal."""
    (tmp_path / "p.cpp").write_text(PROGRAM)
    hcc.ok("-O2", "--stop-after=image", "--targets=host:x86-64,host:x86-64-v4", "p.cpp", cwd=tmp_path)
    images = sorted(tmp_path.glob("p.3-image.host-*.o"))
    assert len(images) == 2
    for path in images:
        elf = ElfFile(path.read_bytes(), path.name)
        shared = [s.name for s in elf.symbols if s.binding != 0 and s.section != 0]
        assert shared and all(name.startswith("hcpy_host_") for name in shared)
        assert any("chain" in s.name for s in elf.symbols), "the test is about a function that stays"
    # In the program each of them is there: one in the host part, one an image.
    elf = ElfFile((folder / "p").read_bytes(), "p")
    copies = [s for s in elf.symbols if s.section != 0 and s.name.startswith("_Z5chainIiET_S0_")]
    assert len({s.value for s in copies}) == len(copies) >= 3
