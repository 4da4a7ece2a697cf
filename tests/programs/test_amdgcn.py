"""--targets=amdgcn: code objects that carry the AMDGPU metadata, and located errors for what is not there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import Command

from hcpy.driver.inspect import find_bundles
from hcpy.objects import bundle, codeobject
from hcpy.targets.amdgcn import AMDGCN

KERNELS = """#include <hc.hpp>
#include <cmath>
#include <cstdio>
int factor = 2;
struct Big { int t[2000]; };
void run(hc::array_view<float> v, hc::array_view<int> c) {
  Big b{};
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = std::sqrt(v[i]) + std::exp(v[i]) + std::fma(v[i], 2.f, 1.f) + std::fmod(v[i], 3.f);
    v[i] += std::erf(v[i]);
    hc::atomic_fetch_add(&c[0], factor);
    c[1] = static_cast<int>(hc::__ballot(i[0] & 1)) + hc::__shfl(i[0], 3);
    int exponent;
    c[2] = static_cast<int>(std::frexp(v[i], &exponent)) + exponent;
    printf("%d\\n", i[0]);
  });
  hc::parallel_for_each(v.get_extent().tile(64), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static float shared[64];
    shared[i.local[0]] = v[i.global];
    i.barrier.wait();
    v[i.global] = shared[63 - i.local[0]];
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += b.t[i[0]]; });
  hc::parallel_for_each(v.get_extent().tile_with_dynamic(64, 256), [=](hc::tiled_index<1> i) [[hc]] {
    int* p = static_cast<int*>(hc::get_dynamic_group_segment_base_pointer());
    p[i.local[0]] = i.global[0];
    i.barrier.wait();
    c[i.global] = p[63 - i.local[0]];
  });
}
"""


def images(path: Path) -> list[bundle.Image]:
    return [image for found in find_bundles(path.read_bytes(), str(path)) for image in found.images]


def by_line(path: Path, arch: str) -> dict[int, dict[str, Any]]:
    """The metadata of each kernel, by the line of its call operator."""
    (contents,) = find_bundles(path.read_bytes(), str(path))
    image = next(i for i in contents.images if i.architecture == arch)
    found = codeobject.kernels(image.data)
    pairs = zip(contents.kernels, image.entries, strict=True)
    return {kernel.line: found[entry.symbol] for kernel, entry in pairs}


@pytest.mark.parametrize("arch,wave", [("gfx90a", 64), ("gfx908", 64), ("gfx1030", 32), ("gfx1100", 32)])
def test_code_object_and_its_metadata(hcc: Command, tmp_path: Path, arch: str, wave: int) -> None:
    (tmp_path / "k.cpp").write_text(KERNELS)
    done = hcc("-c", f"--targets=amdgcn:{arch}", "k.cpp", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (image,) = images(tmp_path / "k.o")
    assert (image.kind, image.architecture) == (AMDGCN.image_kind, arch)
    found = codeobject.metadata(image.data)
    assert found["amdhsa.target"] == f"amdgcn-amd-amdhsa--{arch}"
    assert found["amdhsa.version"][0] == 1
    kernels = by_line(tmp_path / "k.o", arch)
    assert sorted(kernels) == [8, 17, 23, 24]
    for kernel in kernels.values():
        assert kernel[".wavefront_size"] == wave
        assert kernel[".symbol"] == kernel[".name"] + ".kd"
        assert kernel[".kernarg_segment_align"] == 8
        assert kernel[".vgpr_spill_count"] == kernel[".sgpr_spill_count"] == 0
        given = kernel[".args"][0]
        assert given[".offset"] == 0 and kernel[".kernarg_segment_size"] >= given[".size"]
    entries = {e.symbol: e for e in image.entries}
    for kernel in kernels.values():
        # What the bundle says of group memory is what the packet processor will give.
        assert kernel[".group_segment_fixed_size"] == entries[kernel[".name"]].tile_static_bytes
    assert kernels[17][".group_segment_fixed_size"] == 256
    assert kernels[23][".args"][0][".size"] == 8, "a large function object comes by its address"
    hidden = {argument[".value_kind"] for argument in kernels[8][".args"]}
    assert {"hidden_block_count_x", "hidden_group_size_x", "hidden_remainder_x"} <= hidden


def test_llvm_takes_the_code_object(hcc: Command, tmp_path: Path) -> None:
    """binutils or LLVM's readers, whichever is there: one always is, as linking needs binutils."""
    (tmp_path / "k.cpp").write_text(KERNELS)
    assert hcc("--stop-after=image", "--targets=amdgcn:gfx90a", "k.cpp", cwd=tmp_path).returncode == 0
    path = tmp_path / "k.3-image.amdgcn-gfx90a.hsaco"
    reader = shutil.which("llvm-readelf") or shutil.which("readelf")
    assert reader is not None, "apt-get install binutils"
    options = ["--file-header", "--notes", "--dyn-syms"]
    shown = subprocess.run([reader, *options, str(path)], capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (0, "")
    for text in ("AMDGPU", "DYN (Shared object file)", "NT_AMDGPU_METADATA"):
        assert text in shown.stdout, shown.stdout
    assert shown.stdout.count(".kd") >= 4


def test_missing_functions_are_told_with_their_places(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "s.cpp").write_text("""#include <hc.hpp>
#include <cmath>
float half(float x) { return std::sin(x) / 2; }
void run(hc::array_view<float> v, hc::array_view<double> d) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = half(v[i]); });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    d[i] = std::exp(d[i]) + std::pow(d[i], 2.5);
  });
}
""")
    done = hcc("-c", "--targets=amdgcn", "s.cpp", cwd=tmp_path)
    assert done.returncode == 1
    errors = [line for line in done.stderr.splitlines() if ": error: " in line]
    assert [error.partition(": error: ")[2] for error in errors] == [
        f"call to '{name}' which has no device code" for name in ("sinf", "exp", "pow")
    ]
    assert [error.split(":")[1] for error in errors] == ["3", "7", "7"]
    assert not (tmp_path / "s.o").exists()


def test_amp(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("""#include <amp.h>
#include <amp_math.h>
using namespace concurrency;
void run(array_view<float> v) {
  parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
    tile_static float s[64];
    s[i.local[0]] = precise_math::sqrt(v[i]);
    i.barrier.wait();
    v[i] = s[63 - i.local[0]];
  });
}
""")
    done = hcc("-c", "--targets=amdgcn", "a.cpp", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert by_line(tmp_path / "a.o", "gfx90a")[5][".group_segment_fixed_size"] == 256


def test_the_runtime_says_that_it_ignores_the_image(hcc: Command, tmp_path: Path) -> None:
    source = tmp_path / "p.cpp"
    source.write_text("""#include <hc.hpp>
int main() {
  int n = 1;
  hc::array_view<int> v(1, &n);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 1; });
  return v[0] - 2;
}
""")
    done = hcc("--targets=amdgcn:gfx942,host:x86-64", "p.cpp", "-o", "p", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host", "HCPY_VERBOSE": "1"}
    ran = subprocess.run([tmp_path / "p"], env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "image amdgcn:gfx942 is ignored: no back end of this libhcrt runs it" in ran.stderr
    assert "image host:x86-64 of host:x86-64, amdgcn:gfx942" in ran.stderr


def test_hcc_info_says_that_nothing_ran_it(hcc_info: Command) -> None:
    (line,) = [line for line in hcc_info.ok().splitlines() if line.strip().startswith("amdgcn")]
    assert "amdgcn:gfx90a (emitted, never run by us)" in line
