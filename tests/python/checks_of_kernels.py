"""Of device_checks.py: parameters of kernels, extents and tiles."""

from __future__ import annotations

import numpy as np
from check_kernels import launch, module

import hcpy


def check_saxpy(view):
    x, y = np.arange(5000, dtype=np.float32), np.ones(5000, np.float32)
    launch(view, hcpy.extent(5000), module(view).saxpy, 2.0, hcpy.array_view(x), hcpy.array_view(y)).wait()
    assert np.array_equal(y, 2 * x + 1)


def check_plain_arrays(view):
    x, y = np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
    launch(view, 100, module(view).saxpy, 3, x, y).wait()
    assert np.array_equal(y, 3 * x)


def check_scalars(view):
    out = np.zeros(3)
    launch(
        view, hcpy.extent(3), module(view).numbers, True, -5, 60000, 2**32 - 1, -(2**40), 0.5, 0.25, out
    ).wait()
    assert np.array_equal(out, np.full(3, 1 - 5 + 60000 + 2.0**32 - 1 - 2.0**40 + 0.5 + 0.25))


def check_numpy_scalars(view):
    out = np.zeros(1)
    given = (
        np.bool_(False),
        np.int8(1),
        np.uint16(2),
        np.int64(3),
        np.uint8(4),
        np.float64(0.5),
        np.float16(1),
    )
    launch(view, hcpy.extent(1), module(view).numbers, *given, out).wait()
    assert out[0] == 11.5


def check_default_arguments(view):
    out, kernel = np.zeros(4), module(view).defaults
    for given, expected in (((), 5), (((3,),), 7), (((3,), 4), 13), (((3,), 4, False), 12), ((), 5)):
        launch(view, hcpy.extent(4), kernel, out, *given).wait()
        assert np.array_equal(out, np.full(4, expected)), given
    whole = np.zeros(3, np.int32)
    launch(view, hcpy.extent(3), module(view).raised["int"], whole).wait()
    launch(view, hcpy.extent(3), module(view).raised["int"], whole, 10).wait()
    assert np.array_equal(whole, np.full(3, 13))


def check_two_dimensions(view):
    a, b = np.random.default_rng(1).random((37, 21)), np.zeros((21, 37))
    launch(view, hcpy.extent(a.shape), module(view).transpose, a, b).wait()
    assert np.array_equal(b, a.T)


def check_three_dimensions(view):
    v = np.zeros((3, 5, 7), np.int64)
    launch(view, hcpy.extent(v.shape), module(view).fill3, v).wait()
    i, j, k = np.indices(v.shape)
    assert np.array_equal(v, 100 * i + 10 * j + k)


def check_halves(view):
    x, y = np.arange(50).astype(np.float16), np.zeros(50, np.float16)
    launch(view, hcpy.extent(50), module(view).halves, x, y).wait()
    assert np.array_equal(y, 2 * x)


def check_structs(view):
    mod = module(view)
    dtype = mod.dtype("Particle")
    assert dtype.itemsize == 32 and dtype.fields["mass"][1] == 16 and dtype.fields["tag"][1] == 24
    all_ = np.zeros(10, dtype)
    all_["mass"] = np.arange(10)
    mass = np.zeros(10)
    by = mod.struct("Particle", position=[1, 2, 3], mass=0.5, tag=7)
    launch(view, hcpy.extent(10), mod.move, by, all_, mass).wait()
    assert np.array_equal(all_["position"], np.tile(np.float32([1, 2, 3]), (10, 1)))
    assert (all_["tag"] == 7).all() and np.array_equal(mass, np.arange(10) + 0.5)


def check_nested_structs(view):
    out = np.zeros(2)
    given = {"flag": 1, "inner": (2, 0.5), "values": [10, 20]}
    launch(view, hcpy.extent(2), module(view).nested, given, out).wait()
    assert np.array_equal(out, [33.5, 33.5])
    given["inner"] = {"a": 3, "b": 0.25}
    launch(view, hcpy.extent(2), module(view).nested, given, out).wait()
    launch(view, hcpy.extent(1), module(view).nested, module(view).struct("Outer", inner=(7, 1)), out).wait()
    assert np.array_equal(out, [8, 34.25])


def check_arrays_in_structs(view):
    """An std::array takes its elements; structs in arrays take what structs do."""
    out, mod = np.zeros(2), module(view)
    many = {"pairs": [(1, 2), {"a": 3, "b": 0.5}], "more": [mod.struct("Inner", a=4), (5, 6)]}
    launch(view, hcpy.extent(2), mod.many, (7, 8, 9), many, out).wait()
    more = mod.struct("Many", more=[(1, 0), (2, 0)])
    launch(view, hcpy.extent(1), mod.many, np.arange(3), more, out).wait()
    assert np.array_equal(out, [20 + 201, 97 + 0.5 + 504])


def check_null_and_void(view):
    mod, out = module(view), np.zeros(1, np.int32)
    launch(view, hcpy.extent(1), mod.is_null, None, out).wait()
    assert out[0] == 1
    whole, parts = np.array([0x0403_0201], np.uint32), np.zeros(4, np.uint8)
    launch(view, hcpy.extent(4), mod.bytes, whole, parts).wait()
    assert parts.tolist() == [1, 2, 3, 4]


def check_namespaces(view):
    mod, x = module(view), np.zeros(4)
    launch(view, hcpy.extent(4), mod["physics::step"], 0.5, x).wait()
    launch(view, hcpy.extent(4), mod.step, 0.5, x).wait()
    assert (x == 1).all()


def check_templates(view):
    mod = module(view)
    a, b = np.ones((2, 3, 4), np.float32), np.full(5, 3, np.int32)
    launch(view, hcpy.extent(a.shape), mod.scale["float", 3], a, 4.0).wait()
    launch(view, hcpy.extent(5), mod.scale[np.int32], b, -2).wait()
    assert (a == 4).all() and (b == -6).all()


def check_numbers_in_brackets(view):
    """Numbers that no parameter's type tells; specialisations are no kernels of their own."""
    mod, x = module(view), np.ones(4, np.int16)
    assert not isinstance(mod.add_number, hcpy.Kernel)
    for number, result in ((3, 4), (5, 50), (7, 57)):
        launch(view, hcpy.extent(4), mod.add_number["short", number], x).wait()
        assert (x == result).all(), number


def check_complex_numbers(view):
    mod, x = module(view), np.array([1, 2j, -3 + 1j], np.complex64)
    waves = np.zeros(3, mod.dtype("Wave"))
    waves["amplitude"] = [1j, 2, 3]
    wanted = x * np.complex64(2 - 1j)
    launch(view, hcpy.extent(3), mod.rotate, 2 - 1j, x, waves).wait()
    assert np.array_equal(x, wanted)
    assert np.array_equal(waves["amplitude"], wanted * np.array([1j, 2, 3]))
    launch(view, hcpy.extent(3), mod.conjugate[np.complex64], x).wait()
    assert np.array_equal(x, wanted.conj())


def check_functors(view):
    mod, x = module(view), np.arange(6, dtype=np.float32)
    launch(view, hcpy.extent(6), mod.map["Square"], mod.struct("Square"), x).wait()
    launch(view, hcpy.extent(6), mod.map["Scale"], mod.struct("Scale", factor=0.5), x).wait()
    assert np.array_equal(x, np.arange(6) ** 2 / 2)
    shift = mod.map["Shift<short>"]
    launch(view, hcpy.extent(6), shift, mod.struct("Shift<short>", by=3), x).wait()
    launch(view, hcpy.extent(6), shift, (-1,), x).wait()
    assert np.array_equal(x, np.arange(6) ** 2 / 2 + 2)


def check_tiles(view):
    x, y = np.arange(1024, dtype=np.float32), np.zeros(1024, np.float32)
    launch(view, hcpy.extent(1024).tile(64), module(view).reverse_tiles, x, y).wait()
    assert np.array_equal(y.reshape(-1, 64), x.reshape(-1, 64)[:, ::-1])


def check_tiles_two_dimensions(view):
    v = np.zeros((8, 12), np.int32)
    launch(view, hcpy.tiled_extent(hcpy.extent(8, 12), 4, 6), module(view).tiles2, v).wait()
    i, j = np.indices(v.shape)
    assert np.array_equal(v, 1000 * (i // 4) + 100 * (j // 6) + 10 * (i % 4) + j % 6)


def check_dynamic_group_memory(view):
    x, y = np.arange(256, dtype=np.int32), np.zeros(256, np.int32)
    shape = hcpy.extent(256).tile(32, dynamic_group_bytes=128)
    launch(view, shape, module(view).dynamic, x, y).wait()
    assert np.array_equal(y.reshape(-1, 32), np.roll(x.reshape(-1, 32), -1, axis=1))


def check_odd_extents(view):
    for count in (1, 17, 257, 4099):
        v = np.zeros(count, np.int32)
        launch(view, hcpy.extent(count), module(view).add_one, v).wait()
        assert (v == 1).all(), count


def check_empty_extent(view):
    v = np.zeros(0, np.int32)
    future = launch(view, hcpy.extent(0), module(view).add_one, v)
    future.wait()
    assert future.done()


def check_tile_too_large(view):
    x = np.zeros(1 << 21, np.float32)
    try:
        launch(view, hcpy.extent(1 << 21).tile(1 << 20), module(view).reverse_tiles, x, x).wait()
    except hcpy.DomainError:
        return
    raise AssertionError("a tile of 2**20 work-items was taken")
