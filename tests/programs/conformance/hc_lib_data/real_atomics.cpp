// rows: hc.library.real_atomics
// hc_atomics.hpp on memory and in tiles; a NaN changes no least or greatest number.
#include <cstdint>
#include <hc.hpp>
#include <hc_atomics.hpp>
#include <limits>

#include "check.hpp"

template <class T>
static void reals() {
  const int n = 1000;
  hc::array_view<T> v(6);
  v[0] = 0, v[1] = 100000, v[2] = -100000, v[3] = 7, v[4] = 0,
  v[5] = std::numeric_limits<T>::is_integer ? 0 : T(-0.0);
  hc::array_view<T> old(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    T x = T(i[0] % 17 - 8);
    hc::atomic_fetch_add(&v[0], x);
    hc::atomic_fetch_min(&v[1], x);
    hc::atomic_fetch_max(&v[2], x);
    old[i] = hc::atomic_exchange(&v[3], T(i[0]));
  });
  T s = 0;
  for (int i = 0; i < n; ++i) s += T(i % 17 - 8);
  CHECK(v[0] == s);
  CHECK(v[1] == -8);
  CHECK(v[2] == 8);
  int sevens = 0;
  double total = 0;
  for (int i = 0; i < n; ++i) {
    sevens += old[i] == T(7);
    total += double(old[i]);
  }
  CHECK(total + double(v[3]) == n * (n - 1) / 2 + 7);
  // in tile_static
  hc::array_view<T> out(12);
  hc::parallel_for_each(hc::extent<1>(256).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static T a[3];
    if (t.local[0] == 0) a[0] = 0, a[1] = T(1000), a[2] = T(-1000);
    t.barrier.wait();
    hc::atomic_fetch_add(&a[0], T(t.local[0]));
    hc::atomic_fetch_min(&a[1], T(t.global[0]));
    hc::atomic_fetch_max(&a[2], T(t.global[0]));
    t.barrier.wait();
    if (t.local[0] == 0)
      for (int k = 0; k < 3; ++k) out[t.tile[0] * 3 + k] = a[k];
  });
  for (int k = 0; k < 4; ++k)
    CHECK(out[k * 3] == 2016 && out[k * 3 + 1] == T(k * 64) && out[k * 3 + 2] == T(k * 64 + 63));
}

template <class T>
static void nans() {
  hc::array_view<T> v(4);
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  v[0] = 1, v[1] = 1, v[2] = inf, v[3] = -inf;
  hc::parallel_for_each(hc::extent<1>(64), [=](hc::index<1> i) [[hc]] {
    hc::atomic_fetch_min(&v[0], nan);
    hc::atomic_fetch_max(&v[1], nan);
    hc::atomic_fetch_min(&v[2], T(-3 - i[0]));
    hc::atomic_fetch_max(&v[3], T(i[0]));
  });
  CHECK(v[0] == 1 && v[1] == 1);
  CHECK(v[2] == -66 && v[3] == 63);
}

int main() {
  if (hc::accelerator().get_supports_double_precision()) {
    reals<double>();
    nans<double>();
  }
  reals<float>();
  nans<float>();
  reals<std::int64_t>();
  return failures();
}
