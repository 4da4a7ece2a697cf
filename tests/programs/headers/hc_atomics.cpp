// Atomic functions of HC, on the host and in kernels.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

// Each cell starts at its number; the same steps run on both sides.
static unsigned steps(unsigned* u, int* s, unsigned long* w, float* f) [[cpu, hc]] {
  unsigned old = hc::atomic_fetch_add(&u[0], 5u) + hc::atomic_fetch_sub(&u[1], 1u);
  old += hc::atomic_fetch_and(&u[2], 6u) + hc::atomic_fetch_or(&u[3], 8u) + hc::atomic_fetch_xor(&u[4], 1u);
  old += hc::atomic_fetch_max(&u[5], 9u) + hc::atomic_fetch_min(&u[6], 2u);
  old += hc::atomic_fetch_inc(&u[7]) + hc::atomic_fetch_dec(&u[8]) + hc::atomic_exchange(&u[9], 77u);
  old += hc::atomic_fetch_max(&s[0], -3) + hc::atomic_fetch_min(&s[1], -4) + hc::atomic_fetch_add(&s[2], -2);
  hc::atomic_fetch_add(&w[0], 1ul << 40);
  hc::atomic_exchange(&w[1], 3ul);
  hc::atomic_fetch_add(&f[0], 0.5f);
  hc::atomic_fetch_sub(&f[1], 0.25f);
  hc::atomic_exchange(&f[2], 2.5f);
  unsigned expected = 77;
  const bool done = hc::atomic_compare_exchange(&u[9], &expected, 78u);
  int wrong = 1000;
  const bool refused = !hc::atomic_compare_exchange(&s[0], &wrong, 5) && wrong == s[0];
  return old * 4 + done * 2 + refused;
}

int main() {
  std::vector<unsigned> u(11), hu(11);
  std::vector<int> s{-9, 1, 2}, hs = s;
  std::vector<unsigned long> w{7, 8}, hw = w;
  std::vector<float> f{1, 2, 3}, hf = f;
  for (unsigned i = 0; i < 11; ++i) u[i] = hu[i] = i;
  hu[10] = steps(hu.data(), hs.data(), hw.data(), hf.data());
  {
    hc::array_view<unsigned> vu(11, u);
    hc::array_view<int> vs(3, s);
    hc::array_view<unsigned long> vw(2, w);
    hc::array_view<float> vf(3, f);
    hc::parallel_for_each(hc::extent<1>(1),
                          [=](hc::index<1>) [[hc]] { vu[10] = steps(&vu[0], &vs[0], &vw[0], &vf[0]); });
  }
  CHECK(u == hu && s == hs && w == hw && f == hf);
  CHECK(hu[0] == 5 && hu[2] == 2 && hu[3] == 11 && hu[9] == 78 && hw[0] == 7 + (1ul << 40) && hf[0] == 1.5f);

  const int n = 10000;
  hc::array_view<int> count(3);
  hc::array_view<float> sum(1);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    hc::atomic_fetch_add(&count[0], 1);
    hc::atomic_fetch_inc(&count[1]);
    hc::atomic_fetch_max(&count[2], i[0]);
    hc::atomic_fetch_add(&sum[0], 1.0f);
  });
  CHECK(count[0] == n && count[1] == n && count[2] == n - 1 && sum[0] == float(n));

  hc::array_view<float> tiles(4);  // in group memory
  hc::parallel_for_each(hc::extent<1>(256).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static float total;
    tile_static unsigned votes;
    if (t.local[0] == 0) total = 0, votes = 0;
    t.barrier.wait();
    hc::atomic_fetch_add(&total, 0.5f);
    hc::atomic_fetch_add(&votes, 1u);
    t.barrier.wait();
    if (t.local[0] == 0) tiles[t.tile] = total + float(votes);
  });
  for (int i = 0; i < 4; ++i) CHECK(tiles[i] == 96.0f);
  return failures();
}
