"""Arrays on CUDA, on a stand-in for the driver: those of other packages, shared bytes, times."""

from __future__ import annotations

import pytest
from python_support import HERE, environment, on_host  # noqa: F401
from stand_in import build
from stand_in_support import passes


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build(tmp_path_factory.mktemp("driver")))


def test_another_package_chooses_another_gpu(library: str) -> None:
    passes(
        library,
        """
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(5):  # the last ones are launched the short way
    driver.cuCtxSetCurrent(None)
    launch(a)
driver.cuCtxSetCurrent(None)
assert a.numpy().tolist() == [5] * 64
driver.cuCtxSetCurrent(None)
b = hcpy.array_view(np.ones(64, np.int32))
launch(b)
driver.cuCtxSetCurrent(None)
view.wait()
assert b[0] == 2
""",
    )


def test_array_of_another_package(library: str) -> None:
    """Its stream is waited for; it is on the GPU that the driver says."""
    passes(
        library,
        """
class Foreign:
    def __init__(self, of, stream, device):
        context = ctypes.c_void_p()
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
        driver.cuCtxSetCurrent(context)
        place = ctypes.c_uint64()
        assert driver.cuMemAlloc_v2(ctypes.byref(place), ctypes.c_size_t(4096)) == 0
        ctypes.memmove(place.value, of.ctypes.data, of.nbytes)
        self.address = place.value
        self.__cuda_array_interface__ = dict(
            of.__array_interface__, data=(place.value, False), stream=stream, version=3)
stream = ctypes.c_void_p()
elements = np.zeros(64, np.int32)
foreign = Foreign(elements, None, 1)
assert driver.cuStreamCreateWithPriority(ctypes.byref(stream), 1, 0) == 0
assert driver.cuMemsetD8Async(ctypes.c_uint64(foreign.address), 1, ctypes.c_size_t(256), stream) == 0
foreign.__cuda_array_interface__["stream"] = stream.value
a = hcpy.array_view(foreign)
second = hcpy.accelerator("cuda:1").default_view
hcpy.parallel_for_each(64, mod.f, 1, a, view=second).wait()
found = np.ctypeslib.as_array(ctypes.cast(foreign.address, ctypes.POINTER(ctypes.c_int)), (64,))
assert found.tolist() == [0x01010102] * 64, found
try:
    launch(a)
except hcpy.ArgumentError as error:
    assert "live on accelerator cuda:1" in str(error), error
else:
    raise AssertionError
try:
    a.numpy()
except hcpy.ArgumentError as error:
    assert "can't reach" in str(error), error
else:
    raise AssertionError
for wrong in (elements[::-1], elements.reshape(8, 8)[::-1, :]):
    try:
        hcpy.array_view(Foreign(wrong, None, 0))
    except hcpy.ArgumentError as error:
        assert "strides" in str(error), error
    else:
        raise AssertionError
""",
        HCRT_FAKE_CUDA="two",
    )


def test_arrays_that_share_bytes(library: str) -> None:
    """Columns, and parts in a whole: what one of them got the others see, on a device with copies."""
    passes(
        library,
        """
whole = np.zeros((8, 8), np.int32)
left, right = hcpy.array_view(whole[:, :4]), hcpy.array_view(whole[:, 4:])
mod = hcpy.compile("void f(hc::index<2> i, int by, hc::array_view<int, 2> p) [[hc]] { p[i] += by; }",
                   target="ptx:sm_90")
def launch(a, by): return hcpy.parallel_for_each(hcpy.extent(a.shape), mod.f, by, a, view=view)
for _ in range(3):  # the last ones go the short way
    launch(left, 1)
    launch(right, 10)
everything = hcpy.array_view(whole)
launch(everything, 100)
launch(left, 1)
other = view.accelerator.create_view()
hcpy.parallel_for_each(hcpy.extent(8, 4), mod.f, 10, right, view=other)
expected = np.array([[104] * 4 + [140] * 4] * 8)
assert (everything.numpy() == expected).all(), whole
assert (left.numpy() == 104).all() and (right.numpy() == 140).all()
launch(left, 1)
left.synchronize()
whole[:, 4:] = 0
right.refresh()
launch(everything, 1)
assert everything.numpy()[0].tolist() == [106] * 4 + [1] * 4, everything.numpy()
""",
    )


def test_bytes_that_are_not_used_are_not_copied(library: str) -> None:
    passes(
        library,
        """
mod = hcpy.compile("void f(hc::index<1> i, hc::array_view<int, 1> p) [[hc]] { p[i] += 1; }",
                   target="ptx:sm_90")
whole = hcpy.array_view(np.zeros(100000, np.int32))
with hcpy.profile() as profile:
    for n in range(10):
        part = whole[100 * n : 100 * n + 100]
        hcpy.parallel_for_each(part.extent, mod.f, part, view=view)
    assert whole[500:600].numpy().tolist() == [1] * 100
copied = [record for record in profile.records if record.nbytes]
assert sum(record.nbytes for record in copied) == 11 * 400, copied
assert {record.name for record in copied} == {"copy to cuda:0", "copy from cuda:0"}, copied
assert whole.numpy().sum() == 1000
""",
    )


def test_read_only_view_sees_what_a_writable_one_gets(library: str) -> None:
    passes(
        library,
        """
mod = hcpy.compile("void copy(hc::index<1> i, const int* a, int* b) [[hc]] { b[i[0]] = a[i[0]]; }"
                   "void f(hc::index<1> i, int by, int* p) [[hc]] { p[i[0]] += by; }", target="ptx:sm_90")
a, b = np.zeros(64, np.int32), np.zeros(64, np.int32)
frozen = a.view()
frozen.flags.writeable = False
constant, target = hcpy.array_view(frozen), hcpy.array_view(b)
def copy(): hcpy.parallel_for_each(hcpy.extent(64), mod.copy, constant, target, view=view)
for _ in range(3): copy()
variable = hcpy.array_view(a)
hcpy.parallel_for_each(hcpy.extent(64), mod.f, 7, variable, view=view)
copy()
assert target.numpy().tolist() == [7] * 64
""",
    )
