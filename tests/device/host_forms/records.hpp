// Kernels of records, ids taken apart and loops over bits. Included by kernels.cpp.
#pragma once

struct Quaternions {
  Point* out;
  const Point *in, *others;
  void operator()() const {
    const float *const a = in[gx()].at, *const b = others[gx()].at;
    out[gx()] =
        Point{{a[3] * b[0] + a[1] * b[2], a[3] * b[1] - a[0] * b[2], a[2] * b[3] + a[0], a[0] * b[0] - a[1]}};
  }
};
KERNEL(Quaternions)

struct Turned {
  Vector* out;
  const Vector* in;
  void operator()() const {
    const Vector a = in[gx()];
    out[gx()] = Vector{a.y * a.z, a.z - a.x, a.x * a.y};
  }
};
KERNEL(Turned)

struct Apart {
  float* out;
  const float *in, *row;
  int width;
  void operator()() const { out[gx()] = in[gx() / width] * row[gx() % width]; }
};
KERNEL(Apart)

struct Bits {
  int* out;
  const unsigned* in;
  void operator()() const {
    int count = 0;
    for (unsigned v = in [gx()]; v; v &= v - 1) ++count;
    out[gx()] = count;
  }
};
KERNEL(Bits)

struct NearestOfEight {
  int* out;
  const Point *in, *centres;
  void operator()() const { out[gx()] = nearest(in[gx()], centres, 8); }
};
KERNEL(NearestOfEight)

struct Swaps {
  float* y;
  void operator()() const {
    if (gx() % 2 == 0 && y[gx()] > y[gx() + 1]) {
      const float kept = y[gx()];
      y[gx()] = y[gx() + 1];
      y[gx() + 1] = kept;
    }
  }
};
KERNEL(Swaps)
