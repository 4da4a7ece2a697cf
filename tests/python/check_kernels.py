"""The kernels of device_checks.py, and how its checks launch them."""

from __future__ import annotations

import functools

import hcpy

SOURCE = """
#include <complex>
#include <cstdint>
struct Particle { float position[3]; double mass; std::int8_t tag; };
struct Inner { short a; float b; };
struct Outer { std::uint8_t flag; Inner inner; double values[2]; };
struct Square { float operator()(float x) const [[hc]] { return x * x; } };
struct Scale { float factor; float operator()(float x) const [[hc]] { return factor * x; } };
template <class T> struct Shift { T by; float operator()(float x) const [[hc]] { return x + by; } };
struct Many { std::array<Inner, 2> pairs; Inner more[2]; };

void saxpy(hc::index<1> i, float a, const float* x, float* y) [[hc]] { y[i[0]] += a * x[i[0]]; }
void add_one(hc::index<1> i, hc::array_view<int, 1> v) [[hc]] { v[i] += 1; }
void twice(hc::index<1> i, hc::array_view<const int, 1> from, hc::array_view<int, 1> to) [[hc]] {
  to[i] = 2 * from[i];
}
void transpose(hc::index<2> i, hc::array_view<const double, 2> from, hc::array_view<double, 2> to) [[hc]] {
  to(i[1], i[0]) = from[i];
}
void fill3(hc::index<3> i, hc::array_view<std::int64_t, 3> v) [[hc]] { v[i] = 100 * i[0] + 10 * i[1] + i[2]; }
void numbers(hc::index<1> i, bool b, std::int8_t c, std::uint16_t s, unsigned u, long long q, float f,
             hc::half h, double* out) [[hc]] {
  out[i[0]] = b + c + s + double(u) + double(q) + f + float(h);
}
void reverse_tiles(hc::tiled_index<1> t, const float* x, float* y) [[hc]] {
  tile_static float s[64];
  s[t.local[0]] = x[t.global[0]];
  t.barrier.wait();
  y[t.global[0]] = s[63 - t.local[0]];
}
void tiles2(hc::tiled_index<2> t, hc::array_view<int, 2> v) [[hc]] {
  v[t.global] = 1000 * t.tile[0] + 100 * t.tile[1] + 10 * t.local[0] + t.local[1];
}
void dynamic(hc::tiled_index<1> t, const int* x, int* y) [[hc]] {
  int* s = (int*)hc::get_dynamic_group_segment_base_pointer();
  s[t.local[0]] = x[t.global[0]];
  t.barrier.wait();
  y[t.global[0]] = s[(t.local[0] + 1) % t.tile_dim[0]];
}
void move(hc::index<1> i, Particle by, hc::array_view<Particle, 1> all, double* mass) [[hc]] {
  for (int d = 0; d < 3; ++d) all[i].position[d] += by.position[d];
  all[i].tag = by.tag;
  mass[i[0]] = all[i].mass + by.mass;
}
void nested(hc::index<1> i, Outer o, double* out) [[hc]] {
  out[i[0]] = o.flag + o.inner.a + o.inner.b + o.values[0] + o.values[1];
}
void many(hc::index<1> i, std::array<int, 3> a, Many m, double* out) [[hc]] {
  out[i[0]] = a[0] + 10 * a[2] + m.pairs[1].b + m.more[0].a + 100 * m.more[1].a;
}
void defaults(hc::index<1> i, double* out, Scale by = {2}, int times = sizeof(Inner) / 4,
              bool more = true) [[hc]] {
  out[i[0]] = by.factor * times + more;
}
template <class T> void raised(hc::index<1> i, T* v, T by = T(3)) [[hc]] { v[i[0]] += by; }
void halves(hc::index<1> i, const hc::half* x, hc::half* y) [[hc]] { y[i[0]] = x[i[0]] + x[i[0]]; }
void is_null(hc::index<1> i, const int* p, int* out) [[hc]] { out[i[0]] = p == nullptr; }
void bytes(hc::index<1> i, const void* from, unsigned char* to) [[hc]] {
  to[i[0]] = ((const char*)from)[i[0]];
}
void slow(hc::index<1> i, int n, float* y) [[hc]] {
  float x = y[i[0]];
  for (int k = 0; k < n; ++k) x = x * 0.75f + 1.0f;
  y[i[0]] = x;
}
namespace physics {
void step(hc::index<1> i, double dt, double* x) [[hc]] { x[i[0]] += dt; }
}
template <class T, int N = 1>
void scale(hc::index<N> i, hc::array_view<T, N> v, T by) [[hc]] { v[i] *= by; }
template <class T, int N>
void add_number(hc::index<1> i, T* x) [[hc]] { x[i[0]] += N; }
template <>
void add_number<short, 5>(hc::index<1> i, short* x) [[hc]] { x[i[0]] = 50; }
template void add_number<short, 7>(hc::index<1> i, short* x) [[hc]];
struct Wave { std::complex<double> amplitude; float phase; };
void rotate(hc::index<1> i, std::complex<float> by, std::complex<float>* x,
            hc::array_view<Wave, 1> waves) [[hc]] {
  x[i[0]] *= by;
  waves[i].amplitude = std::complex<double>(x[i[0]]) * waves[i].amplitude;
}
template <class T>
void conjugate(hc::index<1> i, T* x) [[hc]] { x[i[0]] = std::conj(x[i[0]]); }
template <class F>
void map(hc::index<1> i, F f, float* x) [[hc]] { x[i[0]] = f(x[i[0]]); }
"""


def module(view: hcpy.accelerator_view) -> hcpy.Module:
    return compiled(view.accelerator.info.target)


@functools.cache
def compiled(target: str) -> hcpy.Module:
    return hcpy.compile(SOURCE, target=target, name="checks.cpp")


def launch(view, shape, kernel, *arguments, **options):
    return hcpy.parallel_for_each(shape, kernel, *arguments, view=view, **options)


def other_view() -> hcpy.accelerator_view:
    return hcpy.accelerator("host").create_view()
