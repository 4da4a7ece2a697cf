"""HCPY_DUMP=passes: what each pass of a target and each inner stage of the host pipeline leaves."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import Command

from hcpy import ir

SOURCE = """#include <hc.hpp>
void run(hc::array_view<float> v) {
  hc::parallel_for_each(v.get_extent().tile(64), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static float shared[64];
    float own = v[i.global] * 3;
    shared[i.local[0]] = own;
    i.barrier.wait();
    v[i.global] = shared[63 - i.local[0]] + own;
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 1; });
}
"""


def steps(folder: Path) -> list[str]:
    names = sorted(path.name for path in folder.iterdir())
    assert [name.split("-")[0] for name in names] == [f"{n:03}" for n in range(len(names))]
    return [name.split("-", 1)[1] for name in names]


def test_each_step_leaves_a_module_that_llvm_takes(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE)
    hcc.ok("--targets=host,spirv,ptx", "-c", "k.cpp", cwd=tmp_path, env={"HCPY_DUMP": "passes"})
    dumped = {path.name: path for path in (tmp_path / "hcpy-dump").iterdir()}
    assert set(dumped) == {f"k.2-lower.{t}.passes" for t in ("host", "spirv", "ptx-sm_80")}
    host = steps(dumped["k.2-lower.host.passes"])
    flat = ["context.ll", "strips.ll", "write.ll"]
    tiled = ["context.ll", "outline.txt", "regions.ll", "strips.ll", "write.ll"]
    assert host[:2] == ["prepare.ll", "simplify.ll"]
    assert host[2:] in (flat + tiled, tiled + flat)
    spirv = steps(dumped["k.2-lower.spirv.passes"])
    assert spirv.index("drop_unreachable.run.ll") < spirv.index("optimised.ll")
    assert spirv.index("optimised.ll") < spirv.index("expand_constants.run.ll")
    for folder in dumped.values():
        for path in folder.glob("*.ll"):
            with ir.Module.read(path) as module:
                module.verify()
    (outline,) = dumped["k.2-lower.host.passes"].glob("*-outline.txt")
    text = outline.read_text()
    assert text.count("region ") == 2  # before and after the barrier
    (slot,) = set(re.findall(r"writes slots: (\S+)", text)) - {"none"}
    assert f"reads slots: {slot}\n" in text and text.endswith(f"\n  {slot}: float\n")


def test_a_target_that_fails_shows_the_way_there(hcc: Command, tmp_path: Path) -> None:
    source = SOURCE.replace("v[i] += 1;", "v[i] += __builtin_readcyclecounter();")
    (tmp_path / "k.cpp").write_text(source)
    done = hcc("--targets=spirv", "-c", "k.cpp", cwd=tmp_path, env={"HCPY_DUMP": "passes"})
    assert done.returncode == 1
    assert "optimised.ll" in steps(tmp_path / "hcpy-dump" / "k.2-lower.spirv.passes")
