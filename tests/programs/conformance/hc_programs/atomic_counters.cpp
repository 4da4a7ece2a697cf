// rows: hc.programs.whole
#include <hc.hpp>
using namespace hc;
template <typename T>
int run(T expect_sum) {
  const int n = 2048;
  T init[8] = {0, T(n * 4), 0, T(~T(0)), 0, 0, T(1000000), 0};
  array_view<T> r(8, init);
  parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
    T v = T(i[0]);
    atomic_fetch_add(&r[0], v);
    atomic_fetch_sub(&r(1), T(2));
    atomic_fetch_or(&r[2], T(T(1) << (i[0] % 16)));
    atomic_fetch_and(r.data() + 3, T(~T(i[0] & 0xff)));
    atomic_fetch_xor(&r[4], T(1));
    atomic_fetch_max(&r[5], v);
    atomic_fetch_min(&r[6], v);
    T old = r[7];
    while (!atomic_compare_exchange(&r[7], &old, T(old + 3))) {
    }
  }).wait();
  if (r[0] != expect_sum) return 1;
  if (r[1] != T(n * 2)) return 2;
  if (r[2] != T(0xffff)) return 3;
  if (r[3] != T(~T(0xff))) return 4;
  if (r[4] != 0 || r[5] != T(n - 1) || r[6] != 0) return 5;
  return r[7] == T(n * 3) ? 0 : 6;
}
int main() {
  if (int e = run<int>(2048 * 2047 / 2)) return e;
  if (int e = run<unsigned>(2048 * 2047 / 2)) return 10 + e;
  float f = 0;
  array_view<float> vf(1, &f);
  unsigned w = 5;
  array_view<unsigned> vw(1, &w);
  parallel_for_each(extent<1>(128), [=](index<1>) [[hc]] {
    atomic_fetch_add(&vf[0], 0.5f);
    __atomic_wrapinc(&vw[0], 9);
  });
  if (vf[0] != 64.0f) return 20;
  if (vw[0] != (5 + 128) % 10) return 21;
  array_view<uint64_t> big(2);
  big[0] = 0;
  big[1] = 1;
  parallel_for_each(extent<1>(64), [=](index<1> i) [[hc]] {
    atomic_fetch_add(&big[0], uint64_t(1) << 32);
    atomic_fetch_max(&big[1], uint64_t(i[0]) << 33);
  });
  if (big[0] != uint64_t(64) << 32 || big[1] != uint64_t(63) << 33) return 22;
  array_view<int> c(2);
  c[0] = 0;
  c[1] = 7;
  parallel_for_each(extent<1>(10), [=](index<1>) [[hc]] {
    atomic_fetch_inc(&c[0]);
    atomic_fetch_dec(&c[1]);
  });
  if (c[0] != 10 || c[1] != -3) return 23;
  array_view<int> ex(2);
  ex[0] = 1;
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { ex[1] = atomic_exchange(&ex[0], 42); });
  return ex[0] == 42 && ex[1] == 1 ? 0 : 24;
}
