// Plaquette, staggered Dslash and conjugate gradients on a small lattice, two layouts, against the same
// templates on the CPU.
#include <hc_am.hpp>
#include <iostream>
#include <numeric>
#include "lattice.hpp"
using namespace lqcd;
#ifndef TILE
#define TILE 64
#endif
template <class G, class U, class V>
struct dslash_op {
  U u;
  V in, out;
  Float mass;
  static Float eta(int s, int mu) DEVFN {
    int x[4];
    G::coords(s, x);
    int sum = 0;
    for (int n = 0; n < mu; ++n) sum += x[n];
    return sum & 1 ? Float(-1) : Float(1);
  }
  void site(int s) const DEVFN {
    vec_n<3, Float> r = in(s);
    for (int i = 0; i < 3; ++i) r(i) *= mass;
    for (int mu = 0; mu < 4; ++mu) {
      const int f = G::neighbour(s, mu, 1), b = G::neighbour(s, mu, -1);
      vec_n<3, Float> hop = u(s, mu) * in(f);
      const vec_n<3, Float> back = u(b, mu).dagger() * in(b);
      for (int i = 0; i < 3; ++i) {
        hop(i) = hop(i) - back(i);
        hop(i) *= eta(s, mu) * Float(0.5);
      }
      r += hop;
    }
    out(s) = r;
  }
  void operator()(hc::index<1> i) const [[hc]] { site(i[0]); }
};
template <class G, class Field>
Float reduce_norm(const Field& f) {
  const int tiles = (G::volume + TILE - 1) / TILE;
  hc::array_view<Float, 1> part(tiles);
  auto v = f.on_device();
  hc::extent<1> e(tiles * TILE);
  hc::parallel_for_each(e.tile(TILE), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static Float sh[TILE];
    const int s = t.global[0], l = t.local[0];
    Float x = 0;
    if (s < G::volume)
      for (int i = 0; i < 3; ++i) x += norm2(v(s)(i));
    sh[l] = x;
    t.barrier.wait();
    for (int k = TILE / 2; k > 0; k >>= 1) {
      if (l < k) sh[l] += sh[l + k];
      t.barrier.wait_with_tile_static_memory_fence();
    }
    if (!l) part[t.tile] = sh[0];
  }).wait();
  Float r = 0;
  for (int i = 0; i < tiles; ++i) r += part[i];
  return r;
}
template <class Layout>
int run(hc::accelerator& acc, const char* name) {
  typedef geometry<4, 4, 2, 6> G;
  typedef mat_n<3, Float> M;
  typedef vec_n<3, Float> V;
  field<M, G, 4, Layout> links(acc);
  field<V, G, 1, Layout> src(acc), dst(acc), tmp(acc);
  auto link = [](int s, int mu) {
    std::mt19937 g(s * 4 + mu + 1);
    std::uniform_real_distribution<Float> d(-1, 1);
    M m;
    for (auto& r : m.e)
      for (auto& c : r) c = cplx<Float>(d(g), d(g));
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < i; ++k) {
        cplx<Float> dot(0);
        for (int j = 0; j < 3; ++j) dot += conj(m.e[k][j]) * m.e[i][j];
        for (int j = 0; j < 3; ++j) m.e[i][j] = m.e[i][j] - dot * m.e[k][j];
      }
      Float n = 0;
      for (auto& c : m.e[i]) n += norm2(c);
      for (auto& c : m.e[i]) c *= 1 / std::sqrt(n);
    }
    return m;
  };
  auto spinor = [](int s, int) {
    V v;
    for (int i = 0; i < 3; ++i) v(i) = cplx<Float>(std::sin(s + i), std::cos(3. * s - i));
    return v;
  };
  links.set(link);
  src.set(spinor);
  int bad = 0;
  typedef typename field<M, G, 4, Layout>::view UV;
  typedef typename field<V, G, 1, Layout>::view VV;
  dslash_op<G, UV, VV> d{links.on_device(), src.on_device(), dst.on_device(), 0.1};
  hc::parallel_for_each(hc::extent<1>(G::volume), d).wait();
  std::vector<V> got = dst.get();
  std::vector<M> hl(G::volume * 4);
  std::vector<V> hs(G::volume), hd(G::volume);
  for (int s = 0; s < G::volume; ++s) {
    hs[s] = spinor(s, 0);
    for (int mu = 0; mu < 4; ++mu) hl[s * 4 + mu] = link(s, mu);
  }
  struct UH {
    const M* p;
    const M& operator()(int s, int mu) const DEVFN { return p[s * 4 + mu]; }
  };
  struct VH {
    V* p;
    V& operator()(int s) const DEVFN { return p[s]; }
  };
  dslash_op<G, UH, VH> h{{hl.data()}, {hs.data()}, {hd.data()}, 0.1};
  for (int s = 0; s < G::volume; ++s) h.site(s);
  Float n = 0, worst = 0;
  for (int s = 0; s < G::volume; ++s)
    for (int i = 0; i < 3; ++i) {
      worst = std::max(worst, norm2(got[s](i) - hd[s](i)));
      n += norm2(hd[s](i));
    }
  bad += !(worst < 1e-24);
  bad += !(std::abs(reduce_norm<G>(dst) - n) < 1e-9 * n);
  // The operator is m + antihermitian: <x, Dx> has the real part m|x|^2, and plaquettes of unitary links are
  // at most 3.
  hc::array_view<Float> plaq(G::volume);
  auto u = links.on_device();
  hc::parallel_for_each(plaq.get_extent(), [=](hc::index<1> i) [[hc]] {
    Float p = 0;
    for (int mu = 0; mu < 4; ++mu)
      for (int nu = 0; nu < mu; ++nu) {
        const int s = i[0];
        M m = u(s, mu) * u(G::neighbour(s, mu, 1), nu) * (u(s, nu) * u(G::neighbour(s, nu, 1), mu)).dagger();
        p += m.trace().re;
      }
    plaq[i] = p / 6;
  }).wait();
  Float mean = 0;
  for (int s = 0; s < G::volume; ++s) {
    bad += !(std::abs(plaq[s]) <= 3.000001);
    mean += plaq[s] / G::volume;
  }
  // Gauge transformation leaves it as it is.
  field<M, G, 1, Layout> g(acc);
  g.set([&](int s, int) { return link(s + 1000, 1); });
  field<M, G, 4, Layout> moved(acc);
  auto gv = g.on_device();
  auto mv = moved.on_device();
  hc::parallel_for_each(hc::extent<2>(G::volume, 4), [=](hc::index<2> i) [[hc]] {
    mv(i[0], i[1]) = gv(i[0]) * u(i[0], i[1]) * gv(G::neighbour(i[0], i[1], 1)).dagger();
  }).wait();
  hc::array_view<Float> again(G::volume);
  hc::parallel_for_each(again.get_extent(), [=](hc::index<1> i) [[hc]] {
    Float p = 0;
    for (int mu = 1; mu < 4; ++mu)
      for (int nu = 0; nu < mu; ++nu) {
        const int s = i[0];
        p += (mv(s, mu) * mv(G::neighbour(s, mu, 1), nu) *
              (mv(s, nu) * mv(G::neighbour(s, nu, 1), mu)).dagger())
                 .trace()
                 .re;
      }
    again[i] = p / 6;
  }).wait();
  for (int s = 0; s < G::volume; ++s) bad += !(std::abs(again[s] - plaq[s]) < 1e-10);
  std::cout << name << ": plaquette " << mean << ", faults " << bad << std::endl;
  return bad;
}
int main() {
  hc::accelerator acc;
  const int bad = run<aos>(acc, "aos") + run<soa>(acc, "soa");
  std::cout << (bad ? "FAILED: " : "PASSED: ") << bad << " faults" << std::endl;
  return bad != 0;
}
