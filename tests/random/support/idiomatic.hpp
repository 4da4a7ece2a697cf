// What idiomatic kernels use, in C++ AMP (IS_AMP 1) and HC. The same text runs on devices and as loops on the
// host.
#ifndef IDIOMATIC_HPP
#define IDIOMATIC_HPP

#if IS_AMP
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#define BOTH restrict(cpu, amp)
#define DEVICE restrict(amp)
#define HOST restrict(cpu)
using namespace concurrency;
using namespace concurrency::graphics;
#else
#include <hc.hpp>
#include <hc_atomics.hpp>
#include <hc_image.hpp>
#include <hc_math.hpp>
#include <hc_short_vector.hpp>
#define BOTH [[cpu]] [[hc]]
#define DEVICE [[hc]]
#define HOST [[cpu]]
using namespace hc;
using namespace hc::short_vector;
#endif

#include "launch.hpp"
#include "library.hpp"

using uchar = unsigned char;
using schar = signed char;
using ushort = unsigned short;
using ulong = unsigned long;

namespace M {
#if IS_AMP
#define M1(f)                                                     \
  inline float f(float x) DEVICE { return precise_math::f(x); }   \
  inline double f(double x) DEVICE { return precise_math::f(x); } \
  inline float f(float x) HOST { return std::f(x); }              \
  inline double f(double x) HOST { return std::f(x); }
#define M2(f, B)                                                                  \
  inline float f(float x, B<float> y) DEVICE { return precise_math::f(x, y); }    \
  inline double f(double x, B<double> y) DEVICE { return precise_math::f(x, y); } \
  inline float f(float x, B<float> y) HOST { return std::f(x, y); }               \
  inline double f(double x, B<double> y) HOST { return std::f(x, y); }
inline float fma(float x, float y, float z) DEVICE { return precise_math::fma(x, y, z); }
inline double fma(double x, double y, double z) DEVICE { return precise_math::fma(x, y, z); }
inline float fma(float x, float y, float z) HOST { return std::fma(x, y, z); }
inline double fma(double x, double y, double z) HOST { return std::fma(x, y, z); }
#else
#define M1(f)                                        \
  inline float f(float x) BOTH { return std::f(x); } \
  inline double f(double x) BOTH { return std::f(x); }
#define M2(f, B)                                                    \
  inline float f(float x, B<float> y) BOTH { return std::f(x, y); } \
  inline double f(double x, B<double> y) BOTH { return std::f(x, y); }
inline float fma(float x, float y, float z) BOTH { return std::fma(x, y, z); }
inline double fma(double x, double y, double z) BOTH { return std::fma(x, y, z); }
#endif
template <class T>
using Same = T;
template <class T>
using Int = int;
M1(floor);
M1(fabs);
M1(sqrt);
M1(ceil);
M1(trunc);
M1(round);
M2(fmod, Same);
M2(ldexp, Int);
namespace any_sign {
M2(copysign, Same);
}  // namespace any_sign
// A NaN's sign is anything.
inline float copysign(float x, float y) BOTH { return any_sign::copysign(x, y == y ? y : 1.0f); }
inline double copysign(double x, Same<double> y) BOTH { return any_sign::copysign(x, y == y ? y : 1.0); }
namespace either_zero {
M2(fmin, Same);
M2(fmax, Same);
}  // namespace either_zero
// Of two zeros each may be the result, and for LLVM one of another sign: here none is negative.
#define M3(f)                                                                         \
  inline float f(float x, Same<float> y) BOTH { return either_zero::f(x, y) + 0.0f; } \
  inline double f(double x, Same<double> y) BOTH { return either_zero::f(x, y) + 0.0; }
M3(fmin);
M3(fmax);
}  // namespace M

template <class T>
inline T smaller(T a, T b) BOTH {
  return b < a ? b : a;
}
template <class T>
inline T larger(T a, T b) BOTH {
  return a < b ? b : a;
}
template <class T>
inline T divided(T a, T b) BOTH {
  return b == T(0) ? a : b == T(-1) ? T(T(0) - a) : T(a / b);
}
template <class T>
inline T remainder(T a, T b) BOTH {
  return b == T(0) || b == T(-1) ? T(0) : T(a % b);
}
template <class T, class F>
inline T whole(F x) BOTH {
  if (!(x == x)) return T(0);
  if (x >= F(100)) return T(100);
  if (x <= F(-100)) return T(-1) < T(0) ? T(-100) : T(0);
  return x < F(0) && !(T(-1) < T(0)) ? T(0) : T(x);
}

/// A value in another type's range: what is outside is its end, NaN is 0.
template <class T, class F>
inline T limited(F x) BOTH {
  constexpr bool is_whole = std::is_integral<T>::value, is_signed = T(-1) < T(0);
  constexpr int bits = int(sizeof(T) * 8) - (is_signed ? 1 : 0);
  if constexpr (is_whole && std::is_floating_point<F>::value) {
    constexpr F end = F(1ul << (bits - 1)) * F(2);
    constexpr T most = T(((1ul << (bits - 1)) - 1) * 2 + 1);
    if (!(x == x)) return T(0);
    if (x >= end) return most;
    if (is_signed ? x < -end : x <= F(-1)) return is_signed ? T(T(-1) - most) : T(0);
  }
  return T(x);
}

/// An atomic addition on a device, and the host's plain one.
inline void add(int* at, int by) DEVICE { atomic_fetch_add(at, by); }
inline void add(int* at, int by) HOST { *at += by; }
/// The same, which gives what was there before.
inline int added(int* at, int by) DEVICE { return atomic_fetch_add(at, by); }
inline int added(int* at, int by) HOST { return (*at += by) - by; }

/// Barriers in functions: of a copy, and of what is handed on through several calls.
template <class B>
inline void waits_by_value(B barrier) DEVICE {
  barrier.wait();
}
template <class I>
inline void waits_in_calls(const I& t) DEVICE {
  waits_by_value(t.barrier);
}

#if !IS_AMP
/// Changes a value by a function, on a device where others do so too.
template <class T, class F>
inline void changed(T* at, F by) DEVICE {
  T seen = *(volatile T*)at;
  while (!atomic_compare_exchange(at, &seen, T(by(seen)))) {
  }
}
template <class T, class F>
inline void changed(T* at, F by) HOST {
  *at = T(by(*at));
}
template <class T>
inline void summed(T* at, T by) DEVICE {
  atomic_fetch_add(at, by);
}
template <class T>
inline void summed(T* at, T by) HOST {
  *at = T(*at + by);
}
template <class T>
inline void largest(T* at, T by) DEVICE {
  atomic_fetch_max(at, by);
}
template <class T>
inline void largest(T* at, T by) HOST {
  *at = T(larger(*at, by));
}
template <class T>
inline void least(T* at, T by) DEVICE {
  atomic_fetch_min(at, by);
}
template <class T>
inline void least(T* at, T by) HOST {
  *at = T(smaller(*at, by));
}
#endif

/// The next place where a T may be.
template <class T>
constexpr unsigned long aligned(unsigned long at) {
  return (at + alignof(T) - 1) / alignof(T) * alignof(T);
}

/// The host's memory with an array_view's forms of access.
template <class T, int N>
struct Rows {
  T* data;
  int sizes[N];
  int steps[N] = {};  // the sizes of what this is a section of, if it is one

  template <class I>
  T& at(const I& i) const {
    long place = 0;
    for (int d = 0; d < N; ++d) place = place * (steps[d] ? steps[d] : sizes[d]) + i[d];
    return data[place];
  }
  T& operator[](const index<N>& i) const { return at(i); }
  T& operator()(const index<N>& i) const { return at(i); }
  template <class... I>
  T& operator()(int i, I... more) const {
    const int each[] = {i, int(more)...};
    return at(each);
  }
  Rows section(const index<N>& from, const extent<N>& e) const {
    Rows part;
    part.data = &at(from);
    for (int d = 0; d < N; ++d) part.sizes[d] = e[d], part.steps[d] = steps[d] ? steps[d] : sizes[d];
    return part;
  }
  Rows section(const index<N>& from) const {
    extent<N> e;
    for (int d = 0; d < N; ++d) e[d] = sizes[d] - from[d];
    return section(from, e);
  }
  Rows section(int i, int e) const { return section(index<N>(i), extent<N>(e)); }
  Rows section(int i0, int i1, int e0, int e1) const { return section(index<N>(i0, i1), extent<N>(e0, e1)); }
  template <int K>
  Rows<T, K> view_as(const extent<K>& e) const {
    Rows<T, K> other;
    other.data = data;
    for (int d = 0; d < K; ++d) other.sizes[d] = e[d];
    return other;
  }
  template <class U>
  Rows<U, 1> reinterpret_as() const {
    return {reinterpret_cast<U*>(data), {int(sizes[0] * sizeof(T) / sizeof(U))}};
  }
  decltype(auto) operator[](int i) const {
    if constexpr (N == 1) {
      return (data[i]);
    } else {
      Rows<T, N - 1> row;
      long step = 1;
      for (int d = 1; d < N; ++d) {
        row.sizes[d - 1] = sizes[d], row.steps[d - 1] = steps[d];
        step *= steps[d] ? steps[d] : sizes[d];
      }
      row.data = data + i * step;
      return row;
    }
  }
};

/// Texels of small numbers, which all formats hold.
template <class T>
struct Texel {
  static T of(int v) BOTH {
    if constexpr (std::is_floating_point<T>::value) return T(v) * T(0.25);
    if constexpr (std::is_same<T, unorm>::value) return T(float(v) / 255.0f);
    if constexpr (std::is_same<T, norm>::value) return T(float(v) / 127.0f);
    if constexpr (std::is_integral<T>::value) return T(T(-1) < T(0) || v > 0 ? v : 0);
  }
  static int sum(T v) BOTH {
    if constexpr (std::is_floating_point<T>::value) return int(v * T(4));
    if constexpr (std::is_same<T, unorm>::value) return int(float(v) * 255.0f + 0.5f);
    if constexpr (std::is_same<T, norm>::value) return int(float(v) * 127.0f + 100.5f) - 100;
    if constexpr (std::is_integral<T>::value) return int(v);
  }
};
#define TEXELS(scalar)                                                                     \
  template <>                                                                              \
  struct Texel<scalar##_2> {                                                               \
    static scalar##_2 of(int v) BOTH { return scalar##_2(One::of(v), One::of(v ^ 5)); }    \
    static int sum(const scalar##_2& v) BOTH { return One::sum(v.x) + 3 * One::sum(v.y); } \
    using One = Texel<scalar>;                                                             \
  };                                                                                       \
  template <>                                                                              \
  struct Texel<scalar##_4> {                                                               \
    static scalar##_4 of(int v) BOTH {                                                     \
      return scalar##_4(One::of(v), One::of(v ^ 5), One::of(v ^ 9), One::of(v + 1));       \
    }                                                                                      \
    static int sum(const scalar##_4& v) BOTH {                                             \
      return One::sum(v.x) + 3 * One::sum(v.y) + 5 * One::sum(v.z) + 7 * One::sum(v.w);    \
    }                                                                                      \
    using One = Texel<scalar>;                                                             \
  };
TEXELS(float)
TEXELS(int)
TEXELS(uint)
TEXELS(norm)
TEXELS(unorm)
template <class T>
struct Bits {
  template <class V>
  static auto scalar(const V& v) -> decltype(v.x);
  static T scalar(...);
  static constexpr unsigned most =
      std::is_same<decltype(scalar(std::declval<const T&>())), unorm>::value ||
              std::is_same<decltype(scalar(std::declval<const T&>())), norm>::value
          ? 16
          : 32;
};

/// The texels of an image or a texture on the host.
template <class T>
struct Picture {
  int height, width;
  mutable std::vector<T> texels;

  Picture(int h, int w) : height(h), width(w), texels(h * w) {}
  T read(const index<2>& i) const { return texels[i[0] * width + i[1]]; }
  T get(const index<2>& i) const { return read(i); }
  T operator[](const index<2>& i) const { return read(i); }
  T operator()(int y, int x) const { return read(index<2>(y, x)); }
  void write(const index<2>& i, const T& v) const { texels[i[0] * width + i[1]] = v; }
  void set(const index<2>& i, const T& v) const { write(i, v); }
};

/// First values: 0 to 15, -1000 to 1000, or of all sizes.
template <class T>
std::vector<T> filled(long count, unsigned long seed, int kind) {
  std::vector<T> made(count);
  for (long i = 0; i < count; ++i) {
    const unsigned long word = draw(seed + i);
    if (kind == 0)
      made[i] = T(word % 16);
    else if (kind == 1)
      made[i] = T(long(word % 2001) - 1000);
    else if (std::is_floating_point<T>::value)
      made[i] = T((double(word >> 11) / (1ul << 53) - 0.5) * std::ldexp(1.0, int(word & 31)));
    else
      made[i] = (word & 7) < 3 ? T(word >> 59) : T(word >> 8);
  }
  return made;
}

template <class T>
bool same_values(const char* kernel, const char* name, const std::vector<T>& got,
                 const std::vector<T>& want) {
  long wrong = 0, first = -1;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if ((got[i] != got[i] && want[i] != want[i]) || std::memcmp(&got[i], &want[i], sizeof(T)) == 0) continue;
    if (wrong++ == 0) first = i;
  }
  if (wrong != 0)
    std::printf("WRONG %s %s[%ld of %zu] is %.17g, not %.17g (%ld wrong)\n", kernel, name, first, got.size(),
                double(got[first]), double(want[first]), wrong);
  return wrong == 0;
}

/// Does the device's code leave out kernels with recursion, as SPIR-V's does?
inline bool has_no_recursion() {
  const char* const name = std::getenv("HCPY_DEFAULT_ACCELERATOR");
  const std::string device = name != nullptr ? name : "";
  return device == "opencl" || device == "vulkan";
}

/// Runs all kernels, or the one that --kernel names.
inline int check_all(const std::vector<std::pair<const char*, bool (*)()>>& kernels, int argc, char** argv) {
  const std::string only = argc > 2 ? argv[2] : "";
  bool all = true;
  for (const auto& [name, run] : kernels) {
    if (!only.empty() && only != name) continue;
    bool right = false;
    try {
      right = run();
    } catch (const std::exception& error) {
      const std::string words = error.what();
      right =
          words.find("leaves this kernel out") != std::string::npos;  // the driver's faults, known by libhcrt
      if (!right) std::printf("WRONG %s throws: %s\n", name, error.what());
    }
    all &= right;
    std::printf("%s %s\n", right ? "right" : "wrong", name);
    std::fflush(stdout);
  }
  return all ? 0 : 1;
}
#endif
