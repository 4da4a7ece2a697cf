"""hcc --emit=vulkan --descriptor-map: the map's words, and a program that goes by them."""

from __future__ import annotations

import json
import os
import struct
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command

from hcpy.objects import checkers

SAMPLE = REPOSITORY / "samples" / "vulkan"
SOURCE = """#include <hc.hpp>
static int numbers[3] = {1, 2, 3};
void run(double* out, int n) {
  hc::parallel_for_each(hc::extent<1>(n).tile(32), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static double shared[32];
    shared[t.local[0]] = numbers[t.local[0] % 3];
    t.barrier.wait();
    out[t.global[0]] = shared[31 - t.local[0]];
  });
}
"""


def test_the_map_says_what_the_module_takes(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE)
    hcc.ok("--emit=vulkan", "--descriptor-map=k.json", "k.cpp", "-o", "k.spv", cwd=tmp_path)
    found = json.loads((tmp_path / "k.json").read_text())
    assert found["abi"] == "physical"
    assert {"Float64", "Int64", "PhysicalStorageBufferAddresses"} <= set(found["capabilities"])
    assert not {"DenormPreserve", "RoundingModeRTE"} & set(found["capabilities"])
    (kernel,) = found["kernels"]
    assert kernel["symbol"].encode() in (tmp_path / "k.spv").read_bytes()
    assert kernel["arguments"] == {"bytes": 16, "align": 8}
    assert (kernel["group_memory_bytes"], kernel["has_dynamic_group_memory"]) == (256, False)
    data = found["data"]
    content = bytes.fromhex(data["content"])
    assert len(content) == data["bytes"]
    (variable,) = data["variables"]
    assert "numbers" in variable["name"]
    assert struct.unpack_from("<3i", content, variable["offset"]) == (1, 2, 3)
    checkers.check_vulkan(tmp_path / "k.spv", "1.3")
    hcc.ok("--emit=vulkan", "--descriptor-map=k.map", "k.cpp", "-o", "k.spv", cwd=tmp_path)
    lines = (tmp_path / "k.map").read_text().splitlines()
    assert lines[0] == "module,abi,physical,spirv,1.6"
    assert (
        f"kernel,{kernel['symbol']},argument_bytes,16,argument_align,8,group_memory_bytes,256"
        in "\n".join(lines)
    )
    assert "push_constant,extent,offset,16,bytes,12" in lines


def test_vulkan_spirv_is_another_name(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE)
    for word in ("vulkan", "vulkan-spirv"):
        hcc.ok(f"--emit={word}", "--verify", f"--descriptor-map={word}.map", "k.cpp", cwd=tmp_path)
        (tmp_path / "k.vulkan.spv").rename(tmp_path / f"{word}.spv")
    assert (tmp_path / "vulkan.spv").read_bytes() == (tmp_path / "vulkan-spirv.spv").read_bytes()
    assert (tmp_path / "vulkan.map").read_text() == (tmp_path / "vulkan-spirv.map").read_text()


def test_it_is_for_modules_of_vulkan(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE)
    for words in ((), ("--emit=spirv",)):
        done = hcc(*words, "--descriptor-map=k.map", "k.cpp", cwd=tmp_path)
        assert done.returncode == 1 and "--descriptor-map describes what --emit=vulkan makes" in done.stderr


@pytest.mark.vulkan
def test_a_program_with_its_own_vulkan_runs_a_kernel(hcc: Command, tmp_path: Path) -> None:
    """Where Vulkan's headers are: the system's, or those that tests/devices/fetch_driver.py has."""
    folder = Path(os.environ.get("HCPY_TEST_VULKAN", "/usr"))
    if not (folder / "include" / "vulkan" / "vulkan.h").is_file():
        pytest.skip("Vulkan's headers are missing: install libvulkan-dev")
    hcc.ok("--emit=vulkan", "--descriptor-map=s.map", SAMPLE / "scale.cpp", "-o", "s.spv", cwd=tmp_path)
    words = ["-std=c++17", "-Wall", f"-I{folder / 'include'}", str(SAMPLE / "launch.cpp"), "-o", "launch"]
    library = f"-L{folder / 'lib' / 'x86_64-linux-gnu'}"
    subprocess.run(["g++", *words, library, "-lvulkan"], cwd=tmp_path, check=True)
    done = subprocess.run(
        [tmp_path / "launch", "s.spv", "s.map"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "PASSED\n"), done.stdout + done.stderr
