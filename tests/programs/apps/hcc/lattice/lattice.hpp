#pragma once
#include <memory>
#include <random>
#include <vector>
#include "complex.hpp"
namespace lqcd {
template <int... L>
struct geometry;
template <int X, int Y, int Z, int T>
struct geometry<X, Y, Z, T> {
  enum : int { nd = 4, volume = X * Y * Z * T };
  static int extent_of(int mu) DEVFN {
    switch (mu) {
      case 0:
        return X;
      case 1:
        return Y;
      case 2:
        return Z;
      default:
        return T;
    }
  }
  static void coords(int s, int (&x)[nd]) DEVFN {
    for (int mu = 0; mu < nd; ++mu) {
      x[mu] = s % extent_of(mu);
      s /= extent_of(mu);
    }
  }
  static int site(const int (&x)[nd]) DEVFN {
    int s = 0;
    for (int mu = nd; mu-- > 0;) s = s * extent_of(mu) + x[mu];
    return s;
  }
  static int neighbour(int s, int mu, int dir) DEVFN {
    int x[nd];
    coords(s, x);
    const int l = extent_of(mu);
    x[mu] = (x[mu] + dir + l) % l;
    return site(x);
  }
  static int parity(int s) DEVFN {
    int x[nd];
    coords(s, x);
    return (x[0] + x[1] + x[2] + x[3]) & 1;
  }
};
// Memory on the accelerator, owned; layouts are policies.
struct aos {
  static size_t at(int site, int k, int, int per) DEVFN { return size_t(site) * per + k; }
};
struct soa {
  static size_t at(int site, int k, int volume, int) DEVFN { return size_t(k) * volume + site; }
};
template <class E, class G, int PER, class Layout>
class field {
 public:
  struct view {
    E* p;
    E& operator()(int s, int k = 0) const DEVFN { return p[Layout::at(s, k, G::volume, PER)]; }
  };
  explicit field(hc::accelerator& acc)
      : acc_(acc), p_(static_cast<E*>(hc::am_alloc(bytes(), acc, 0)), [](E* q) { hc::am_free(q); }) {}
  view on_device() const { return view{p_.get()}; }
  template <class F>
  void set(F f) {
    std::vector<E> h(size_t(G::volume) * PER);
    for (int s = 0; s < G::volume; ++s)
      for (int k = 0; k < PER; ++k) h[Layout::at(s, k, G::volume, PER)] = f(s, k);
    acc_.get_default_view().copy(h.data(), p_.get(), bytes());
  }
  std::vector<E> get() const {
    std::vector<E> h(size_t(G::volume) * PER), o(h.size());
    acc_.get_default_view().copy(p_.get(), h.data(), bytes());
    for (int s = 0; s < G::volume; ++s)
      for (int k = 0; k < PER; ++k) o[size_t(s) * PER + k] = h[Layout::at(s, k, G::volume, PER)];
    return o;
  }
  static constexpr size_t bytes() { return sizeof(E) * G::volume * PER; }

 private:
  mutable hc::accelerator acc_;
  std::shared_ptr<E> p_;
};
}  // namespace lqcd
