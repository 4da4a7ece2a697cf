"""Of device_checks.py: where the elements of views and arrays are."""

from __future__ import annotations

import gc

import numpy as np
from check_kernels import launch, module, other_view

import hcpy


def check_sections(view):
    v = np.zeros((6, 8))
    part = hcpy.array_view(v)[1:4, 2:7]
    assert part.shape == (3, 5)
    launch(view, hcpy.extent(3, 5), module(view).scale["double", 2], part, 2.0).wait()
    source = np.ones((5, 3))
    launch(view, hcpy.extent(5, 3), module(view).transpose, source, part).wait()
    assert np.array_equal(part.numpy(), np.ones((3, 5)))
    del part
    assert v.sum() == 15 and (v[1:4, 2:7] == 1).all()


def check_rows_of_a_larger_array(view):
    whole = np.zeros((10, 16), np.float32)
    launch(view, hcpy.extent(10, 4), module(view).scale["float", 2], whole[:, 4:8], 1.0).wait()
    v = hcpy.array_view(whole[2:9, 3:11])
    v[...] = 3
    launch(view, v.extent, module(view).scale["float", 2], v, 2.0).wait()
    v.synchronize()
    assert (whole[2:9, 3:11] == 6).all() and whole.sum() == 6 * 7 * 8


def check_synchronize_and_refresh(view):
    host = np.zeros(100, np.int32)
    v, add = hcpy.array_view(host), module(view).add_one
    launch(view, v.extent, add, v)
    launch(view, v.extent, add, v)
    v.synchronize()
    assert (host == 2).all()
    host[:] = 10
    v.refresh()
    launch(view, v.extent, add, v)
    assert v[5] == 11 and (v.numpy() == 11).all()
    v[0] = 100
    launch(view, v.extent, add, v)
    assert v[0] == 101 and v[1] == 12


def check_last_view_writes_back(view):
    host = np.zeros(64, np.int32)
    launch(view, hcpy.extent(64), module(view).add_one, hcpy.array_view(host)).wait()
    gc.collect()
    assert (host == 1).all()


def check_two_accelerators(view):
    other, v = other_view(), hcpy.array_view(np.zeros(1000, np.int32))
    for _ in range(5):
        launch(view, v.extent, module(view).add_one, v)
        launch(other, v.extent, module(other).add_one, v)
    assert (v.numpy() == 10).all()


def check_views_of_one_accelerator_share_arrays(view):
    one, two = view.accelerator.create_view(), view.accelerator.create_view()
    v, add = hcpy.array_view(np.zeros(10000, np.int32)), module(view).add_one
    for _ in range(50):
        launch(one, v.extent, add, v)
        launch(two, v.extent, add, v)
    assert (v.numpy() == 100).all()


def check_readers_come_before_the_next_writer(view):
    one, two = view.accelerator.create_view(), view.accelerator.create_view()
    mod = module(view)
    v, copies = hcpy.array_view(np.zeros(5000, np.int32)), []
    for _ in range(20):
        launch(one, v.extent, mod.add_one, v)
        copies.append(hcpy.array_view(np.zeros(5000, np.int32)))
        launch(two, v.extent, mod.twice, v, copies[-1])
    for number, copy in enumerate(copies):
        assert (copy.numpy() == 2 * (number + 1)).all()


def check_arrays(view):
    a = hcpy.array((4, 8), np.float32, view)
    launch(view, a.extent, module(view).scale["float", 2], a, 2.0).wait()
    assert (a.numpy() == 0).all()
    b = hcpy.array(data=np.arange(12, dtype=np.int32), view=view)
    launch(view, b.extent, module(view).add_one, b)
    out = np.zeros(12, np.int32)
    b.copy_to(out)
    assert np.array_equal(out, np.arange(12) + 1)


def check_array_without_data(view):
    v = hcpy.array_view(shape=(50,), dtype=np.int32)
    launch(view, v.extent, module(view).add_one, v)
    assert (np.asarray(v) == 1).all() and (np.from_dlpack(v) == 1).all()


def check_other_objects_memory(view):
    class Holder:
        def __init__(self, array):
            self.__array_interface__ = array.__array_interface__
            self.array = array

    memory = np.zeros(8, np.int32)
    launch(view, hcpy.extent(8), module(view).add_one, hcpy.array_view(Holder(memory))).wait()
    raw = bytearray(32)
    typed = memoryview(raw).cast("i")
    launch(view, hcpy.extent(8), module(view).add_one, hcpy.array_view(typed)).wait()
    gc.collect()
    assert (memory == 1).all() and np.frombuffer(raw, np.int32).tolist() == [1] * 8


def check_dlpack(view):
    class Exporter:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    memory = np.zeros(8, np.int32)
    launch(view, hcpy.extent(8), module(view).add_one, hcpy.array_view(Exporter(memory))).wait()
    gc.collect()
    assert (memory == 1).all()
