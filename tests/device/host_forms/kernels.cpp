// Kernels in the headers' wrapper style, without the headers: what the host target's tests run.
#include "hcrt/detail/device.hpp"

namespace dev = hcrt::device;

template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry(const W* w) {
  (*w)();
}
#define KERNEL(name) \
  void launch_##name(const name* w) { entry<name, name>(w); }
#define TILE static __attribute__((section("hcpy.tile_static")))

inline int gx() { return (int)dev::global_id(0); }
inline int gy() { return (int)dev::global_id(1); }
inline int lx() { return (int)dev::local_id(0); }
inline int ly() { return (int)dev::local_id(1); }

extern "C" float expf(float);
extern "C" float host_scale;   // the host's variable
static int internal_table[4];  // the host part exports it
static const int constant_table[4] = {2, 3, 5, 7};

struct Saxpy {
  float* y;
  const float* x;
  float a;
  void operator()() const { y[gx()] = a * x[gx()] + y[gx()]; }
};
KERNEL(Saxpy)

struct GuardedAdd {
  float* y;
  const float* x;
  int n;
  void operator()() const {
    if (gx() < n) y[gx()] += x[gx()];
  }
};
KERNEL(GuardedAdd)

struct Stencil {
  float* y;
  const float* x;
  int w, h;
  void operator()() const {
    const int r = gy(), c = gx();
    if (r > 0 && c > 0 && r < h - 1 && c < w - 1)
      y[r * w + c] = 0.25f * (x[r * w + c - 1] + x[r * w + c + 1] + x[(r - 1) * w + c] + x[(r + 1) * w + c]);
  }
};
KERNEL(Stencil)

struct InOut {
  float* y;
  const float* x;
};

struct Inner : InOut {  // of a picture whose size is known: LLVM makes one comparison of two
  void operator()() const {
    const int w = 130, h = 67, r = gy(), c = gx();
    if (c < 1 || r < 1 || c >= w - 1 || r >= h - 1) return;
    y[r * w + c] = x[r * w + c - 1] + x[r * w + c + 1] + x[(r - 1) * w + c] + x[(r + 1) * w + c];
  }
};
KERNEL(Inner)

struct TiledInner : InOut {
  void operator()() const {
    TILE float tile[4096];
    const int w = 130, h = 67, r = gy(), c = gx(), n = (int)dev::group_size(0), l = ly() * n + lx();
    if (r < h && c < w) tile[l] = x[r * w + c];
    dev::barrier();
    if (c > 0 && r > 0 && c < w - 1 && r < h - 1 && lx() > 0 && lx() < n - 1)
      y[r * w + c] = tile[l - 1] + tile[l + 1];
  }
};
KERNEL(TiledInner)

struct Butterfly : InOut {  // of a Fourier transform: pairs that lie 64 apart
  void operator()() const {
    const int k = gx() & 63, i = ((gx() - k) << 1) + k;
    y[i] = x[i] + x[i + 64];
    y[i + 64] = x[i] - x[i + 64];
  }
};
KERNEL(Butterfly)

struct Nbody {
  float* out;
  const float *x, *y;
  int n;
  void operator()() const {
    const int i = gx();
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      const float dx = x[j] - x[i], dy = y[j] - y[i];
      sum += dx / __builtin_sqrtf(dx * dx + dy * dy + 0.01f);
    }
    out[i] = sum;
  }
};
KERNEL(Nbody)

// Sums of 3 x 3, from rows of n.
struct Box {
  float* out;
  const float* in;
  int n;
  void operator()() const {
    float sum = 0;
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx) sum += in[(gy() + dy) * n + gx() + dx];
    out[gy() * n + gx()] = sum;
  }
};
KERNEL(Box)

struct Exponential {
  float* y;
  const float* x;
  void operator()() const { y[gx()] = expf(x[gx()]); }
};
KERNEL(Exponential)

struct Globals {
  float* y;
  void operator()() const { y[gx()] = host_scale * internal_table[gx() & 3] + constant_table[gx() & 3]; }
};
KERNEL(Globals)

struct Mandelbrot {
  int* out;
  int w, limit;
  void operator()() const {
    const float cx = gx() * 3.0f / w - 2.0f, cy = gy() * 2.0f / w - 1.0f;
    float x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y < 4.0f) {
      const float t = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = t;
      ++n;
    }
    out[gy() * w + gx()] = n;
  }
};
KERNEL(Mandelbrot)

struct Histogram {
  const unsigned* in;
  unsigned* bins;
  void operator()() const {
    TILE unsigned local[64];
    for (unsigned b = lx(); b < 64; b += dev::group_size(0)) local[b] = 0;
    dev::barrier();
    __atomic_fetch_add(&local[in[gx()] & 63], 1u, __ATOMIC_RELAXED);
    dev::barrier();
    for (unsigned b = lx(); b < 64; b += dev::group_size(0))
      __atomic_fetch_add(&bins[b], local[b], __ATOMIC_RELAXED);
  }
};
KERNEL(Histogram)

struct Reduce {
  const float* in;
  float* out;
  void operator()() const {
    TILE float s[1024];
    const int l = lx(), n = (int)dev::group_size(0);
    s[l] = in[gx()];
    dev::barrier();
    for (int k = 512; k > 0; k /= 2) {
      if (l < k && l + k < n) s[l] += s[l + k];
      dev::barrier();
    }
    if (l == 0) out[dev::group_id(0)] = s[0];
  }
};
KERNEL(Reduce)

struct DynamicReduce {
  const float* in;
  float* out;
  void operator()() const {
    float* s = static_cast<float*>(dev::__hcrt_dynamic_group_memory());
    const int l = lx();
    s[l] = in[gx()];
    dev::barrier();
    for (int k = (int)dev::group_size(0) / 2; k > 0; k /= 2) {
      if (l < k) s[l] += s[l + k];
      dev::barrier();
    }
    if (l == 0) out[dev::group_id(0)] = s[0];
  }
};
KERNEL(DynamicReduce)

template <int T>
struct Matmul {
  const float *a, *b;
  float* c;
  int n;
  void operator()() const {
    TILE float as[T][T];
    TILE float bs[T][T];
    const int x = lx(), y = ly(), row = gy(), column = gx();
    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
      as[y][x] = a[row * n + k0 + x];
      bs[y][x] = b[(k0 + y) * n + column];
      dev::barrier();
      for (int k = 0; k < T; ++k) sum += as[y][k] * bs[k][x];
      dev::barrier();
    }
    c[row * n + column] = sum;
  }
};
using Matmul4 = Matmul<4>;
using Matmul16 = Matmul<16>;
using Matmul32 = Matmul<32>;
KERNEL(Matmul4)
KERNEL(Matmul16)
KERNEL(Matmul32)

struct Transpose {
  const float* in;
  float* out;
  int w, h;
  void operator()() const {
    TILE float s[16][17];
    const int x0 = (int)dev::group_id(0) * 16, y0 = (int)dev::group_id(1) * 16;
    if (gx() < w && gy() < h) s[ly()][lx()] = in[gy() * w + gx()];
    dev::barrier();
    if (y0 + lx() < h && x0 + ly() < w) out[(x0 + ly()) * h + y0 + lx()] = s[lx()][ly()];
  }
};
KERNEL(Transpose)

struct Bitonic {
  int* data;
  void operator()() const {
    TILE int s[256];
    const int l = lx();
    s[l] = data[gx()];
    dev::barrier();
    for (int k = 2; k <= 256; k *= 2)
      for (int j = k / 2; j > 0; j /= 2) {
        const int other = l ^ j;
        if (other > l) {
          const bool up = (l & k) == 0;
          if ((s[l] > s[other]) == up) {
            const int t = s[l];
            s[l] = s[other];
            s[other] = t;
          }
        }
        dev::barrier();
      }
    data[gx()] = s[l];
  }
};
KERNEL(Bitonic)

struct Scan {
  const int* in;
  int* out;
  void operator()() const {
    TILE int s[2][256];
    const int l = lx();
    int from = 0;
    s[0][l] = in[gx()];
    dev::barrier();
    for (int d = 1; d < (int)dev::group_size(0); d *= 2) {
      s[1 - from][l] = l >= d ? s[from][l] + s[from][l - d] : s[from][l];
      from = 1 - from;
      dev::barrier();
    }
    out[gx()] = s[from][l];
  }
};
KERNEL(Scan)

struct EarlyReturn {
  const int* in;
  int* out;
  void operator()() const {
    TILE int s[256];
    if (dev::group_id(0) % 3 == 1) return;
    s[lx()] = in[gx()];
    dev::barrier();
    if (s[0] < 0) return;  // the same for the whole group
    out[gx()] = s[dev::group_size(0) - 1 - lx()];
    dev::barrier();
    out[gx()] += s[0];
  }
};
KERNEL(EarlyReturn)

struct PrivateArray {
  const int* in;
  int* out;
  void operator()() const {
    TILE int s[256];
    int mine[8];
    for (int n = 0; n < 8; ++n) mine[n] = in[gx()] + n * lx();
    for (int n = 0; n < 3; ++n) {
      s[lx()] = mine[(in[gx()] + n) & 7];
      dev::barrier();
      mine[(lx() + n) & 7] += s[(lx() + 1) % (int)dev::group_size(0)];
      dev::barrier();
    }
    int sum = 0;
    for (int n = 0; n < 8; ++n) sum = sum * 3 + mine[n];
    out[gx()] = sum;
  }
};
KERNEL(PrivateArray)

struct FlatPrivateArray {
  const int* in;
  int* out;
  int n;
  void operator()() const {
    int mine[8] = {};
    for (int j = 0; j < n; ++j) mine[(in[gx()] + j) & 7] += j;
    int sum = 0;
    for (int j = 0; j < 8; ++j) sum = sum * 3 + mine[j];
    out[gx()] = sum;
  }
};
KERNEL(FlatPrivateArray)

struct GroupIds {
  int* out;
  int w, h;
  void operator()() const {
    int id = 0;
    for (int d = 2; d >= 0; --d) id = id * 100 + (int)dev::group_id(d);
    out[((int)dev::global_id(2) * h + gy()) * w + gx()] = id;
  }
};
KERNEL(GroupIds)

struct Lower : InOut {
  void operator()() const {
    if (x[gx()] < y[gx()]) y[gx()] = x[gx()];
  }
};
KERNEL(Lower)

struct Vector {
  float x, y, z;
};
inline Vector minus(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline float length(Vector a) { return __builtin_sqrtf(a.x * a.x + a.y * a.y + a.z * a.z); }

struct Distances {
  float* out;
  const Vector *in, *others;
  int n;
  void operator()() const {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum += length(minus(in[gx()], others[j]));
    out[gx()] = sum;
  }
};
KERNEL(Distances)

struct Point {
  float at[4];
};

static inline int nearest(const Point& point, const Point* centres, int n) {
  float least = 1e30f;
  int best = -1;
  for (int k = 0; k < n; ++k) {
    float sum = 0;
    for (int d = 0; d < 4; ++d) {
      const float apart = point.at[d] - centres[k].at[d];
      sum += apart * apart;
    }
    if (sum < least) {
      least = sum;
      best = k;
    }
  }
  return best;
}

struct Nearest {
  int* out;
  const Point *in, *centres;
  int n;
  void operator()() const { out[gx()] = nearest(in[gx()], centres, n); }
};
KERNEL(Nearest)

#include "records.hpp"
