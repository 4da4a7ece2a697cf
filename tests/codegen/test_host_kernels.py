"""Kernels of the host target against NumPy: each form that real programs use, on every architecture this
CPU has.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "device" / "host_forms"))
from harness import FOLDER, Library, build, compile_ir, pack

RNG = np.random.default_rng(7)


def archs() -> list[str]:
    flags = Path("/proc/cpuinfo").read_text()
    return [
        "x86-64",
        *(["x86-64-v3"] if " avx2 " in flags else []),
        *(["x86-64-v4"] if " avx512vl " in flags else []),
    ]


@pytest.fixture(scope="module", params=archs())
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("kernels")
    ll = compile_ir(FOLDER / "kernels.cpp", folder / "kernels.ll")
    variables = folder / "variables.cpp"
    variables.write_text(
        'extern "C" { float host_scale = 2.5f; }\n'
        'extern "C" int exported[4] __asm__("__hcpy_internal._ZL14internal_table");\n'
        "int exported[4] = {1, 10, 100, 1000};\n"
    )
    return Library.load(build(ll, request.param)[1], str(variables))


def floats(*shape: int) -> np.ndarray:
    return RNG.random(shape, dtype=np.float32)


@pytest.mark.parametrize("n", [1, 7, 4096, 10007])
def test_saxpy(library: Library, n: int) -> None:
    x, y = floats(n), floats(n)
    expected = np.float32(1.5) * x + y
    library.launch("Saxpy", pack(y, x, 1.5), (n,), (4096,))
    np.testing.assert_allclose(y, expected, rtol=1e-6)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (15, 4), (16, 3), (23, 5), (158, 7)])
def test_rows_of_all_lengths(library: Library, width: int, height: int) -> None:
    grid = floats(height + 2, width + 2)
    found = np.zeros_like(grid)
    library.launch("Box", pack(found, grid, width + 2), (width, height), (256, 1))
    parts = [grid[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    np.testing.assert_allclose(found[:height, :width], sum(parts), rtol=1e-5)
    found[:height, :width] = 0
    assert not found.any()


@pytest.mark.parametrize("n", [0, 1, 5000, 5003, 8192])
def test_guard_touches_nothing_beyond(library: Library, n: int) -> None:
    x, y = floats(8192), floats(8192)
    expected = np.where(np.arange(8192) < n, x + y, y)
    library.launch("GuardedAdd", pack(y, x, n), (8192,), (256,))
    np.testing.assert_allclose(y, expected, rtol=1e-6)


@pytest.mark.parametrize("group", [(4096, 1), (16, 16), (5, 3), (130, 2)])
@pytest.mark.parametrize("kernel", ["Inner", "TiledInner"])
def test_inner_points_of_a_known_size(library: Library, kernel: str, group: tuple[int, int]) -> None:
    h, w = 67, 130
    rows, columns = -(-h // group[1]) * group[1], -(-w // group[0]) * group[0]
    x, y = floats(h, w), np.zeros((h, w), np.float32)
    library.launch(kernel, pack(y, x), (columns, rows), group)
    expected = np.zeros_like(x)
    expected[1:-1, 1:-1] = x[1:-1, :-2] + x[1:-1, 2:]
    if kernel == "Inner":
        expected[1:-1, 1:-1] += x[:-2, 1:-1] + x[2:, 1:-1]
    else:
        inside = np.arange(w) % group[0]
        expected[:, (inside == 0) | (inside == group[0] - 1)] = 0
    np.testing.assert_allclose(y, expected, rtol=1e-5)


@pytest.mark.parametrize("group", [4096, 1024, 100, 37])
def test_pairs_that_lie_apart(library: Library, group: int) -> None:
    n = -(-4096 // group) * group  # work-items
    x = floats(-(-n // 64), 2, 64)
    y = np.zeros_like(x)
    library.launch("Butterfly", pack(y, x), (n,), (group,))
    expected = np.stack([x[:, 0] + x[:, 1], x[:, 0] - x[:, 1]], axis=1)
    whole = n // 64
    np.testing.assert_allclose(y[:whole], expected[:whole], rtol=1e-6)
    np.testing.assert_allclose(y[whole:, :, : n % 64], expected[whole:, :, : n % 64], rtol=1e-6)


@pytest.mark.parametrize("shape", [(1, 1), (2, 9), (3, 3), (67, 130), (40, 16)])
@pytest.mark.parametrize("group", [(4096, 1), (16, 16), (5, 3)])
def test_stencil(library: Library, shape: tuple[int, int], group: tuple[int, int]) -> None:
    h, w = shape
    x, y = floats(h, w), np.zeros((h, w), np.float32)
    library.launch("Stencil", pack(y, x, w, h), (w, h), group)
    expected = np.zeros_like(x)
    expected[1:-1, 1:-1] = 0.25 * (x[1:-1, :-2] + x[1:-1, 2:] + x[:-2, 1:-1] + x[2:, 1:-1])
    np.testing.assert_allclose(y, expected, rtol=1e-5)


@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 5, 1), (4, 1, 3), (3, 4, 5), (5, 6, 7), (7, 13, 2)])
@pytest.mark.parametrize("group", [(1, 1, 1), (2, 3, 4), (8, 8, 1)])
def test_groups_follow_each_other_in_three_dimensions(
    library: Library, shape: tuple[int, int, int], group: tuple[int, int, int]
) -> None:
    out = np.full(shape, -1, np.int32)
    library.launch("GroupIds", pack(out, shape[2], shape[1]), shape[::-1], group[::-1])
    z, y, x = (at // size for at, size in zip(np.indices(shape), group, strict=True))
    np.testing.assert_array_equal(out, (z * 100 + y) * 100 + x)


@pytest.mark.parametrize(("n", "size"), [(1, 1), (100, 128), (333, 333), (64, 4096)])
def test_uniform_loop_in_strips(library: Library, n: int, size: int) -> None:
    x, y, out = floats(n), floats(n), np.full(size, -1, np.float32)
    library.launch("Nbody", pack(out, x, y, n), (size,), (4096,))
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    np.testing.assert_allclose(out[:n], (dx / np.sqrt(dx * dx + dy * dy + 0.01)).sum(1), rtol=1e-3, atol=1e-4)
    assert (out[n:] == -1).all()


def test_library_call(library: Library) -> None:
    x, y = floats(1000), np.zeros(1000, np.float32)
    library.launch("Exponential", pack(y, x), (1000,), (4096,))
    np.testing.assert_allclose(y, np.exp(x), rtol=1e-5)


def test_globals_are_the_hosts(library: Library) -> None:
    y = np.zeros(8, np.float32)
    library.launch("Globals", pack(y), (8,), (8,))
    expected = 2.5 * np.array([1, 10, 100, 1000] * 2) + [2, 3, 5, 7] * 2
    np.testing.assert_allclose(y, expected)
    scale = ctypes.c_float.in_dll(library.dll, "host_scale")
    scale.value = 1.0
    library.launch("Globals", pack(y), (8,), (8,))
    np.testing.assert_allclose(y, [3, 13, 105, 1007] * 2)
    scale.value = 2.5


def test_divergent_loop(library: Library) -> None:
    out = np.zeros((20, 33), np.int32)
    library.launch("Mandelbrot", pack(out, 33, 50), (33, 20), (16, 4))
    for y in range(20):
        for x in range(33):
            c = complex(np.float32(x) * 3 / 33 - 2, np.float32(y) * 2 / 33 - 1)
            z, n = 0j, 0
            while n < 50 and abs(z) ** 2 < 4:
                z, n = z * z + c, n + 1
            assert abs(int(out[y, x]) - n) <= 1 or n > 40


@pytest.mark.parametrize("group", [1, 3, 64, 100, 256, 1024])
def test_histogram(library: Library, group: int) -> None:
    data = RNG.integers(0, 1 << 30, 5000, dtype=np.uint32)
    bins = np.zeros(64, np.uint32)
    library.launch("Histogram", pack(data, bins), (5000,), (group,))
    np.testing.assert_array_equal(bins, np.bincount(data & 63, minlength=64))


@pytest.mark.parametrize("group", [1, 2, 7, 64, 256, 1000, 1024])
def test_reduction(library: Library, group: int) -> None:
    data = floats(3000)
    sums = np.zeros(-(-3000 // group), np.float32)
    library.launch("Reduce", pack(data, sums), (3000,), (group,))
    np.testing.assert_allclose(sums, np.add.reduceat(data, np.arange(0, 3000, group)), rtol=1e-4)


@pytest.mark.parametrize("group", [1, 2, 64, 512])
def test_dynamic_group_memory(library: Library, group: int) -> None:
    data = floats(2048)
    sums = np.zeros(2048 // group, np.float32)
    library.launch("DynamicReduce", pack(data, sums), (2048,), (group,), dynamic_bytes=4 * group)
    np.testing.assert_allclose(sums, data.reshape(-1, group).sum(1), rtol=1e-4)


@pytest.mark.parametrize("tile", [4, 16, 32])
def test_tiled_matmul(library: Library, tile: int) -> None:
    a, b, c = floats(96, 96), floats(96, 96), np.zeros((96, 96), np.float32)
    library.launch(f"6MatmulILi{tile}E", pack(a, b, c, 96), (96, 96), (tile, tile))
    np.testing.assert_allclose(c, a @ b, rtol=1e-4)


@pytest.mark.parametrize("shape", [(16, 16), (33, 47), (1, 100)])
def test_tiled_transpose(library: Library, shape: tuple[int, int]) -> None:
    h, w = shape
    x, y = floats(h, w), np.zeros((w, h), np.float32)
    up = (-(-w // 16) * 16, -(-h // 16) * 16)
    library.launch("Transpose", pack(x, y, w, h), up, (16, 16))
    np.testing.assert_array_equal(y, x.T)


def test_bitonic_sort(library: Library) -> None:
    data = RNG.integers(-(1 << 30), 1 << 30, 2048, dtype=np.int32)
    expected = np.sort(data.reshape(-1, 256), axis=1).ravel()
    library.launch("Bitonic", pack(data), (2048,), (256,))
    np.testing.assert_array_equal(data, expected)


@pytest.mark.parametrize("group", [1, 5, 64, 256])
def test_scan_with_a_barrier_in_the_loop(library: Library, group: int) -> None:
    data = RNG.integers(0, 100, 1000, dtype=np.int32)
    out = np.zeros(1000, np.int32)
    library.launch("Scan", pack(data, out), (1000,), (group,))
    for begin in range(0, 1000, group):
        np.testing.assert_array_equal(out[begin : begin + group], np.cumsum(data[begin : begin + group]))


def test_whole_groups_return_early(library: Library) -> None:
    data = RNG.integers(1, 100, 1030, dtype=np.int32)
    data[64 * 3] = -1
    out = np.zeros(1030, np.int32)
    library.launch("EarlyReturn", pack(data, out), (1030,), (64,))
    for g, begin in enumerate(range(0, 1030, 64)):
        part = data[begin : begin + 64]
        expected = np.zeros_like(part) if g % 3 == 1 or part[0] < 0 else part[::-1] + part[0]
        np.testing.assert_array_equal(out[begin : begin + 64], expected)


@pytest.mark.parametrize("group", [1, 8, 100, 256])
def test_private_array_lives_across_barriers(library: Library, group: int) -> None:
    data = RNG.integers(0, 100, 500, dtype=np.int32)
    out = np.zeros(500, np.int32)
    library.launch("PrivateArray", pack(data, out), (500,), (group,))
    for begin in range(0, 500, group):
        part = data[begin : begin + group].astype(np.int64)
        lanes = np.arange(len(part))
        mine = part[:, None] + np.arange(8) * lanes[:, None]
        for n in range(3):
            shared = mine[lanes, (part + n) & 7]
            mine[lanes, (lanes + n) & 7] += np.roll(shared, -1)
        expected = np.zeros(len(part), np.int64)
        for n in range(8):
            expected = expected * 3 + mine[:, n]
        np.testing.assert_array_equal(out[begin : begin + group], expected.astype(np.int32))


def test_private_array_in_strips(library: Library) -> None:
    data = RNG.integers(0, 100, 100, dtype=np.int32)
    out = np.zeros(100, np.int32)
    library.launch("FlatPrivateArray", pack(data, out, 20), (100,), (4096,))
    mine = np.zeros((100, 8), np.int64)
    for j in range(20):
        mine[np.arange(100), (data + j) & 7] += j
    expected = np.zeros(100, np.int64)
    for n in range(8):
        expected = expected * 3 + mine[:, n]
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("n", [1, 7, 40, 1003])
def test_stores_of_some_work_items_leave_what_the_others_have(library: Library, n: int) -> None:
    """None of a strip, all of it, some; and past the last one nothing is touched."""
    x = floats(n)
    for y in (np.zeros(n, np.float32), np.ones(n, np.float32), floats(n)):
        found = np.append(y, np.full(40, 7, np.float32))
        library.launch("Lower", pack(found, x), (n,), (4096,))
        np.testing.assert_array_equal(found[:n], np.minimum(x, y))
        assert (found[n:] == 7).all()


def test_structures_of_floats(library: Library) -> None:
    points, others = floats(1003, 3), floats(9, 3)
    found = np.zeros(1003, np.float32)
    library.launch("Distances", pack(found, points, others, 9), (1003,), (4096,))
    apart = points[:, None].astype(np.float64) - others
    np.testing.assert_allclose(found, np.sqrt((apart**2).sum(2)).sum(1), rtol=1e-5)


def test_short_loops_within_long_ones(library: Library) -> None:
    points, centres = floats(1003, 4), floats(9, 4)
    found = np.zeros(1003, np.int32)
    library.launch("Nearest", pack(found, points, centres, 9), (1003,), (4096,))
    np.testing.assert_array_equal(found, ((points[:, None] - centres) ** 2).sum(2).argmin(1))
