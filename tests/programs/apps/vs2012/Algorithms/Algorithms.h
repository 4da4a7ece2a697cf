#if !defined(MINI_BOLT_ALGORITHMS_H)
#define MINI_BOLT_ALGORITHMS_H
#pragma once
#include "Iterators.h"
namespace mini {
namespace amp {
struct control {
  static control& get_default() {
    static control c;
    return c;
  }
  concurrency::accelerator_view& view() { return m_av; }
  int launches;

 private:
  control() : launches(0), m_av(concurrency::accelerator().default_view) {}
  concurrency::accelerator_view m_av;
};
template <typename T>
struct plus {
  typedef T result_type;
  T operator()(const T& a, const T& b) const restrict(cpu, amp) { return a + b; }
};
template <typename T>
struct multiplies {
  T operator()(const T& a, const T& b) const restrict(cpu, amp) { return a * b; }
};
template <typename T>
struct less {
  bool operator()(const T& a, const T& b) const restrict(cpu, amp) { return a < b; }
};
template <typename T>
struct square {
  T operator()(const T& x) const restrict(cpu, amp) { return x * x; }
};
namespace detail {
static const int WG = 64;
template <typename It>
int distance(It b, It e, std::random_access_iterator_tag) {
  return int(e - b);
}
template <typename T>
struct uninitialised_scan {
  T v;
  int valid;
};
template <typename In, typename Out, typename F>
void transform_impl(control& c, const In& in, const Out& out, int n, F f) {
  ++c.launches;
  concurrency::parallel_for_each(
      c.view(),
      concurrency::extent<1>(n), [=](concurrency::index<1> i) restrict(amp) { out[i[0]] = f(in[i[0]]); });
}
template <typename T, typename In, typename Op>
T reduce_impl(control& c, const In& in, int n, T init, Op op) {
  const int groups = (std::min)(8, (n + WG - 1) / WG);
  concurrency::array<T, 1> res(groups, c.view());
  ++c.launches;
  concurrency::parallel_for_each(
      c.view(), concurrency::extent<1>(groups * WG).tile<WG>(),
      [ =, &res ](concurrency::tiled_index<WG> t) restrict(amp) {
        tile_static T sh[WG];
        int g = t.global[0];
        const int l = t.local[0], stride = groups * WG;
        T acc = T();
        bool any = false;
        for (; g < n; g += stride) {
          acc = any ? op(acc, in[g]) : static_cast<T>(in[g]);
          any = true;
        }
        sh[l] = acc;
        t.barrier.wait();
        const int rest = n - t.tile[0] * WG, have = rest < WG ? rest : WG;
        for (int k = WG / 2; k > 0; k >>= 1) {
          if (l < k && l + k < have) sh[l] = op(sh[l], sh[l + k]);
          t.barrier.wait();
        }
        if (l == 0) res[t.tile] = sh[0];
      });
  std::vector<T> h = res;
  T r = init;
  for (auto x : h) r = op(r, x);
  return r;
}
template <typename Key, typename Less>
void sort_impl(control& c, const Key& k, int n, Less less) {
  for (int p = 1; p < n; p <<= 1)
    for (int q = p; q > 0; q >>= 1) {
      ++c.launches;
      concurrency::parallel_for_each(
          c.view(), concurrency::extent<1>(n), [=](concurrency::index<1> i) restrict(amp) {
            const int a = i[0];
            if (q == p) {
              const int b = (a / (2 * p)) * 2 * p + (2 * p - 1 - a % (2 * p));
              if (b > a && b < n && less(k[b], k[a])) {
                auto t = k[a];
                k[a] = k[b];
                k[b] = t;
              }
            } else {
              const int b = a + q;
              if ((a / q) % 2 == 0 && b < n && less(k[b], k[a])) {
                auto t = k[a];
                k[a] = k[b];
                k[b] = t;
              }
            }
          });
    }
}
}  // namespace detail
template <typename In, typename Out, typename F>
void transform(control& c, In b, In e, Out o, F f) {
  typedef typename std::iterator_traits<In>::iterator_category cat;
  const int n = detail::distance(b, e, cat());
  if (n) detail::transform_impl(c, b.get_payload(), o.get_payload(), n, f);
}
template <typename In, typename Out, typename F>
void transform(In b, In e, Out o, F f) {
  transform(control::get_default(), b, e, o, f);
}
template <typename In, typename T, typename Op>
T reduce(In b, In e, T init, Op op) {
  const int n = detail::distance(b, e, typename std::iterator_traits<In>::iterator_category());
  return n ? detail::reduce_impl<T>(control::get_default(), b.get_payload(), n, init, op) : init;
}
template <typename In, typename F, typename T, typename Op>
T transform_reduce(In b, In e, F f, T init, Op op) {
  return reduce(make_transform_iterator(b, f), make_transform_iterator(e, f), init, op);
}
template <typename I, typename J, typename T>
T inner_product(I b, I e, J o, T init) {
  typedef typename zip_iterator<I, J>::value_type P;
  struct mul {
    T operator()(const P& p) const restrict(cpu, amp) { return T(p.a * p.b); }
  };
  return transform_reduce(make_zip(b, o), make_zip(e, o), mul(), init, plus<T>());
}
template <typename It, typename L>
void sort(It b, It e, L l) {
  detail::sort_impl(control::get_default(), b.get_payload(), int(e - b), l);
}
template <typename It>
void sort(It b, It e) {
  sort(b, e, less<typename std::iterator_traits<It>::value_type>());
}
}  // namespace amp
}  // namespace mini
#endif
