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
#include <hc_math.hpp>
#include <hc_short_vector.hpp>
#define BOTH [[cpu]] [[hc]]
#define DEVICE [[hc]]
#define HOST [[cpu]]
using namespace hc;
using namespace hc::short_vector;
#endif

#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "launch.hpp"

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
M2(fmin, Same);
M2(fmax, Same);
M2(copysign, Same);
M2(fmod, Same);
M2(ldexp, Int);
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

/// An atomic addition on a device, and the host's plain one.
inline void add(int* at, int by) DEVICE { atomic_fetch_add(at, by); }
inline void add(int* at, int by) HOST { *at += by; }

/// The host's memory with an array_view's forms of access.
template <class T, int N>
struct Rows {
  T* data;
  int sizes[N];
  T& operator[](const index<N>& i) const {
    long at = 0;
    for (int d = 0; d < N; ++d) at = at * sizes[d] + i[d];
    return data[at];
  }
  template <class... I>
  T& operator()(I... i) const {
    const int each[] = {int(i)...};
    long at = 0;
    for (int d = 0; d < N; ++d) at = at * sizes[d] + each[d];
    return data[at];
  }
  decltype(auto) operator[](int i) const {
    if constexpr (N == 1) {
      return (data[i]);
    } else {
      Rows<T, N - 1> row;
      long step = 1;
      for (int d = 1; d < N; ++d) row.sizes[d - 1] = sizes[d], step *= sizes[d];
      row.data = data + i * step;
      return row;
    }
  }
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
