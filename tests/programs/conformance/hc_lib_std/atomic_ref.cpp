// rows: hc.library.atomic_ref
// flags: -std=c++20
// std::atomic_ref of all types that it has functions for.
#include <atomic>
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int> c(4);
  hc::array_view<float> f(4);
  hc::array_view<double> d(4);
  hc::array_view<long long> l(4);
  hc::array_view<unsigned> u(4);
  for (int k = 0; k < 4; ++k) c[k] = 0, f[k] = 0, d[k] = 0, l[k] = 0, u[k] = 0;
  u[1] = ~0u;
  hc::parallel_for_each(hc::extent<1>(512), [=](hc::index<1> i) [[hc]] {
    std::atomic_ref<int> a(c[0]);
    a.fetch_add(1);
    ++a;
    a += 2;
    std::atomic_ref<int>(c[1]).fetch_sub(2);
    std::atomic_ref<unsigned>(u[0]).fetch_or(1u << (i[0] % 32));
    std::atomic_ref<unsigned>(u[1]) &= ~(1u << (i[0] % 16));
    std::atomic_ref<unsigned>(u[2]) ^= 1;
    std::atomic_ref<float> g(f[0]);
    g.fetch_add(0.5f);
    g -= 0.25f;
    std::atomic_ref<double> h(d[0]);
    h.fetch_add(1.5);
    std::atomic_ref<long long> m(l[0]);
    m.fetch_add(1ll << 33);
    m++;
    if (i[0] == 7) std::atomic_ref<int>(c[2]).store(77);
    int e = 0;
    std::atomic_ref<int>(c[3]).compare_exchange_strong(e, i[0] + 1);
    std::atomic_ref<double>(d[1]).exchange(2.5);
    std::atomic_ref<long long>(l[1]).fetch_or(1ll << (i[0] % 60));
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::atomic_ref<int> q(c[0]);
    bool lf = q.is_lock_free();
    if (!lf) c[0] = -1;
    float ff = std::atomic_ref<float>(f[1]).load();
    while (!std::atomic_ref<float>(f[1]).compare_exchange_weak(ff, ff > i[0] ? ff : float(i[0]),
                                                               std::memory_order_relaxed));
  });
  CHECK(c[0] == 512 * 4);
  CHECK(c[1] == -1024);
  CHECK(u[0] == ~0u);
  CHECK(u[1] == 0xffff0000u);
  CHECK(u[2] == 0);
  CHECK(f[0] == 128);
  CHECK(d[0] == 768);
  CHECK(l[0] == 512 * ((1ll << 33) + 1));
  CHECK(c[2] == 77);
  CHECK(c[3] > 0 && c[3] <= 512);
  CHECK(d[1] == 2.5);
  CHECK(l[1] == (1ll << 60) - 1);
  CHECK(f[1] == 511);
  return failures();
}
