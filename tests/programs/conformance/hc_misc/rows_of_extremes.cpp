// rows: hc.language.small_types
// Rows of extremes of 64 bits with numbers that are also indices of what the rows load and store.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int items = 40, stride = 6, room = 512;

struct Greater {
  template <class T>
  T operator()(T a, T b) const [[cpu, hc]] {
    return a > b ? a : b;
  }
};

struct Less {
  template <class T>
  T operator()(T a, T b) const [[cpu, hc]] {
    return b < a ? b : a;
  }
};

template <class T, class F>
inline T from_own_id(const T* a, T*, long i, F f) [[cpu, hc]] {
  T x = static_cast<T>(i) - a[i];
  for (long k = i % stride; k < stride; k += 2) x = f(x, a[k]);
  for (int k = 0; k < 7; ++k) x = f(x, a[stride * k + i]);
  return x;
}

template <class T, class F>
inline T from_loaded_index(const T* a, T*, long i, F f) [[cpu, hc]] {
  const T j = a[i] & T(63);
  T x = j - a[j];
  for (int k = 0; k < 8; ++k) x = f(x, a[j + stride * k]);
  return x;
}

template <class T, class F>
inline T with_counters(const T* a, T*, long i, F f) [[cpu, hc]] {
  T x = a[i];
  for (long k = 0; k < 40; ++k) x = f(f(x, a[i + k] ^ T(k)), a[2 * k] - static_cast<T>(i + k));
  return x;
}

template <class T, class F>
inline T stored_on_its_way(const T* a, T* o, long i, F f) [[cpu, hc]] {
  T x = static_cast<T>(i) - a[room / 2 + i];
  for (int k = 0; k < 7; ++k) {
    x = f(x, a[stride * k + i]);
    o[items * k + i] = x;
  }
  return x;
}

template <class T, class F>
inline T below_indices(const T* a, T*, long i, F f) [[cpu, hc]] {
  T x = a[i] & T(63);
  for (int k = 0; k < 6; ++k) x = (f(x, a[x + k]) ^ a[i + stride * k]) & T(63);
  return x;
}

template <class T, class F, class Way>
void try_way(F f, Way way) {
  std::vector<T> in(room), out(items * 8), expected(items * 8);
  for (int i = 0; i < room; ++i) in[i] = static_cast<T>(i * 0x9E3779B97F4A7C15ul);
  {
    hc::array_view<const T, 1> from(room, in);
    hc::array_view<T, 1> to(items * 8, out);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> t) [[hc]] {
      to[items * 7 + t[0]] = way(&from[0], &to[0], t[0], f);
    });
  }
  for (long i = 0; i < items; ++i) {
    volatile long own = i;
    expected[items * 7 + i] = way(in.data(), expected.data(), own, f);
  }
  CHECK(out == expected);
}

template <class T, class F>
void try_all(F f) {
#define TRY(name) \
  try_way<T>(f, [](const T* a, T* o, long i, F g) [[cpu, hc]] { return name(a, o, i, g); })
  TRY(from_own_id);
  TRY(from_loaded_index);
  TRY(with_counters);
  TRY(stored_on_its_way);
  TRY(below_indices);
#undef TRY
}

int main() {
  try_all<unsigned long>(Greater());
  try_all<unsigned long>(Less());
  try_all<long>(Greater());
  try_all<long>(Less());
  return failures();
}
