"""Random control flow around barriers, against fibers that run the same source: group sizes from 1 to
1,024.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "device" / "host_forms"))
import generate
from harness import FOLDER, Library, build, compile_ir, link, three

SIZES = [
    ((1,), (1,)),
    ((7,), (4,)),
    ((40,), (16,)),
    ((64,), (64,)),
    ((300,), (256,)),
    ((1024,), (1024,)),
    ((20, 18), (8, 8)),
    ((33, 5), (16, 2)),
    ((40, 40), (32, 32)),
    ((5, 6, 7), (2, 3, 4)),
]
SEEDS = {"barriers": range(1000, 1008), "plain": range(2000, 2010)}
WAYS = {"barriers": "auto", "plain": "auto", "barriers, masks": "masks", "plain, masks": "masks"}


class Forms:
    """Kernels of some seeds, for the host target and as fibers."""

    def __init__(self, kind: str, folder: Path, way: str) -> None:
        seeds, barriers = SEEDS[kind], kind == "barriers"
        device, reference = folder / "device.cpp", folder / "reference.cpp"
        device.write_text(generate.source(seeds, "device_side.hpp", barriers))
        reference.write_text(generate.source(seeds, "fibers.hpp", barriers))
        ll = compile_ir(device, folder / "device.ll", "-ffp-contract=off")
        self.library = Library.load(build(ll, "x86-64", f"-fhcc-vectorise={way}")[1])
        self.reference = link(
            folder / "reference.so",
            "-O1",
            "-std=c++17",
            "-w",
            "-ffp-contract=off",
            f"-I{FOLDER}",
            str(reference),
        )


@pytest.fixture(scope="module", params=list(WAYS))
def forms(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Forms]:
    kind = request.param.partition(",")[0]
    return kind, Forms(kind, tmp_path_factory.mktemp(kind), WAYS[request.param])


@pytest.mark.parametrize(("size", "group"), SIZES)
def test_random_kernels_do_what_fibers_do(
    forms: tuple[str, Forms], size: tuple[int, ...], group: tuple[int, ...]
) -> None:
    kind, kernels = forms
    items = int(np.prod(size))
    rng = np.random.default_rng(items)
    data = rng.integers(0, 1 << 16, max(items, 64), dtype=np.uint32)
    uniform = rng.integers(0, 50, 8, dtype=np.uint32)
    for number, seed in enumerate(SEEDS[kind]):
        expected, found = np.zeros(items, np.uint32), np.zeros(items, np.uint32)

        def argument(out: np.ndarray) -> bytes:
            pointers = (data.ctypes.data, out.ctypes.data, uniform.ctypes.data)
            return struct.pack("QQQIIII", *pointers, 6, *three(size))

        sizes, groups = ((ctypes.c_uint * 3)(*three(s)) for s in (size, group))
        getattr(kernels.reference, f"reference_{number}")(sizes, groups, argument(expected))
        kernels.library.launch(f"Kernel{number}", argument(found), size, group)
        np.testing.assert_array_equal(found, expected, err_msg=f"{kind}, seed {seed}")
