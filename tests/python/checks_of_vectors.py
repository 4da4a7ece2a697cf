"""Of device_checks.py: short vectors, unnamed members, and types with an alignment of their own."""

from __future__ import annotations

import functools

import numpy as np
from check_kernels import launch

import hcpy

SOURCE = """
#include <hc_short_vector.hpp>
using namespace hc::short_vector;
void add(hc::index<1> i, double_4* to, const float_4* from, float_4 by) [[hc]] {
  to[i[0]].x += from[i[0]].w * by.y;
}
void threes(hc::index<1> i, hc::array_view<float_3, 1> v) [[hc]] { v[i] = v[i] * 2.0f; }
void pixels(hc::index<2> i, hc::array_view<const uchar_4, 2> from, hc::array_view<uint_2, 2> to) [[hc]] {
  to[i] = uint_2(from[i].x + from[i].z, from[i].w);
}
struct Point {
  union {
    struct { float x, y, z; };
    float all[3];
  };
  struct { int value; } named;
  int count;
};
void points(hc::index<1> i, Point* p, Point by) [[hc]] {
  p[i[0]].all[1] += by.z;
  p[i[0]].count = by.count + p[i[0]].named.value;
}
struct alignas(64) Line { double d[8]; };
void lines(hc::index<1> i, const Line* from, Line* to) [[hc]] { to[i[0]] = from[i[0]]; }
"""


@functools.cache
def compiled(target: str) -> hcpy.Module:
    return hcpy.compile(SOURCE, target=target, name="vectors.cpp")


def module(view: hcpy.accelerator_view) -> hcpy.Module:
    return compiled(view.accelerator.info.target)


def check_numbers_as_vectors(view):
    sums, rows = np.zeros((8, 4)), np.arange(32, dtype=np.float32).reshape(8, 4)
    v = hcpy.array_view(sums)
    for _ in range(2):
        launch(view, hcpy.extent(8), module(view).add, v, rows, (1, 2, 3, 4)).wait()
    v.synchronize()
    assert np.array_equal(sums[:, 0], 4 * rows[:, 3]) and not sums[:, 1:].any()


def check_sections_of_pixels(view):
    image = np.random.default_rng(1).integers(0, 255, (8, 12, 4), np.uint8)
    to = hcpy.array_view(np.zeros((6, 9, 2), np.uint32))
    part = hcpy.array_view(image)[1:7, 2:9]
    launch(view, hcpy.extent(6, 7), module(view).pixels, part, to[:, 1:8]).wait()
    expected = np.zeros((6, 9, 2), np.uint32)
    expected[:, 1:8, 0] = image[1:7, 2:9, 0].astype(np.uint32) + image[1:7, 2:9, 2]
    expected[:, 1:8, 1] = image[1:7, 2:9, 3]
    assert np.array_equal(to.numpy(), expected)


def check_vectors_by_name(view):
    three = module(view).dtype("float_3")
    assert three.names == ("x", "y", "z") and three.itemsize == 16
    v = hcpy.array_view(np.zeros(5, three))
    v.numpy()["y"] = 3
    v.refresh()
    launch(view, v.extent, module(view).threes, v).wait()
    assert (v.numpy()["y"] == 6).all() and (v.numpy()["x"] == 0).all()


def check_unnamed_members(view):
    points = np.zeros(3, module(view).dtype("Point"))
    assert points.dtype.names == ("x", "y", "z", "all", "named", "count")
    points["x"], points["named"]["value"] = 1, 4
    v = hcpy.array_view(points)
    launch(view, v.extent, module(view).points, v, module(view).struct("Point", z=7, count=3)).wait()
    v.synchronize()
    assert (points["y"] == 7).all() and (points["count"] == 7).all()


def check_alignment(view):
    line = module(view).dtype("Line")
    given, to = hcpy.array_view(shape=4, dtype=line), hcpy.array_view(shape=4, dtype=line)
    given.numpy()["d"] = np.arange(32).reshape(4, 8)
    given.refresh()
    launch(view, hcpy.extent(4), module(view).lines, given, to).wait()
    assert np.array_equal(to.numpy()["d"], given.numpy()["d"])
