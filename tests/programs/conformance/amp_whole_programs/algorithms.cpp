// rows: amp.2.whole_programs
// A template library in the style of an AMP port of the STL: iterators over views, policies as function
// objects, two-phase reductions and scans.
#include <amp.h>
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>
#include "check.hpp"
namespace amp_alg {
using namespace concurrency;
namespace detail {
template <class V>
class view_iterator {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef typename V::value_type value_type;
  typedef int difference_type;
  typedef value_type* pointer;
  typedef value_type& reference;
  view_iterator(const V& v, int i) restrict(cpu, amp) : v_(v), i_(i) {}
  value_type& operator*() const restrict(cpu, amp) { return v_[i_]; }
  value_type& operator[](int k) const restrict(cpu, amp) { return v_[i_ + k]; }
  view_iterator& operator++() restrict(cpu, amp) {
    ++i_;
    return *this;
  }
  view_iterator operator++(int) restrict(cpu, amp) {
    view_iterator t(*this);
    ++i_;
    return t;
  }
  view_iterator& operator--() restrict(cpu, amp) {
    --i_;
    return *this;
  }
  view_iterator& operator+=(int k) restrict(cpu, amp) {
    i_ += k;
    return *this;
  }
  friend view_iterator operator+(view_iterator a, int k) restrict(cpu, amp) { return a += k; }
  friend int operator-(const view_iterator& a, const view_iterator& b) restrict(cpu, amp) {
    return a.i_ - b.i_;
  }
  friend bool operator==(const view_iterator& a, const view_iterator& b) restrict(cpu, amp) {
    return a.i_ == b.i_;
  }
  friend bool operator!=(const view_iterator& a, const view_iterator& b) restrict(cpu, amp) {
    return !(a == b);
  }
  friend bool operator<(const view_iterator& a, const view_iterator& b) restrict(cpu, amp) {
    return a.i_ < b.i_;
  }
  const V& view() const { return v_; }
  int at() const { return i_; }

 private:
  V v_;
  int i_;
};
template <int N>
struct log2 {
  static const int value = 1 + log2<N / 2>::value;
};
template <>
struct log2<1> {
  static const int value = 0;
};
}  // namespace detail
template <class T>
detail::view_iterator<array_view<T>> begin(const array_view<T>& v) {
  return detail::view_iterator<array_view<T>>(v, 0);
}
template <class T>
detail::view_iterator<array_view<T>> end(const array_view<T>& v) {
  return detail::view_iterator<array_view<T>>(v, v.extent[0]);
}
template <class T>
struct plus {
  T operator()(const T& a, const T& b) const restrict(cpu, amp) { return a + b; }
  static T identity() restrict(cpu, amp) { return T(); }
};
template <class T>
struct maximum {
  T operator()(T a, T b) const restrict(cpu, amp) { return a > b ? a : b; }
  static T identity() restrict(cpu, amp) { return T(-1000000); }
};
template <class It, class F>
void for_each(It b, It e, F f) {
  if (b == e) return;
  parallel_for_each(extent<1>(e - b), [=](index<1> i) restrict(amp) { f(b[i[0]]); });
}
template <class In, class Out, class F>
Out transform(In b, In e, Out o, F f) {
  const int n = e - b;
  if (n > 0) parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) { o[i[0]] = f(b[i[0]]); });
  return o + n;
}
template <int TILE, class It, class Op>
typename std::iterator_traits<It>::value_type reduce(It b, It e,
                                                     typename std::iterator_traits<It>::value_type init,
                                                     Op op) {
  typedef typename std::iterator_traits<It>::value_type T;
  const int n = e - b;
  const int tiles = (n + TILE - 1) / TILE;
  std::vector<T> part(tiles);
  array_view<T> pv(tiles, part);
  pv.discard_data();
  parallel_for_each(
      extent<1>(tiles * TILE).tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
        tile_static T sh[TILE];
        const int g = t.global[0], l = t.local[0];
        sh[l] = g < n ? static_cast<T>(b[g]) : Op::identity();
        t.barrier.wait();
        for (int s = TILE / 2; s > 0; s /= 2) {
          if (l < s) sh[l] = op(sh[l], sh[l + s]);
          t.barrier.wait();
        }
        if (l == 0) pv[t.tile] = sh[0];
      });
  pv.synchronize();
  return std::accumulate(part.begin(), part.end(), init, op);
}
template <int TILE, class T, class Op>
void inclusive_scan(array_view<T> d, Op op) {
  const int n = d.extent[0], tiles = (n + TILE - 1) / TILE;
  array<T> sums(tiles);
  parallel_for_each(
      extent<1>(n).tile<TILE>().pad(), [ =, &sums ](tiled_index<TILE> t) restrict(amp) {
        tile_static T sh[2][TILE];
        const int l = t.local[0];
        int cur = 0;
        sh[0][l] = t.global[0] < n ? d[t.global] : Op::identity();
        t.barrier.wait();
        for (int k = 0, off = 1; k < detail::log2<TILE>::value; ++k, off <<= 1) {
          sh[1 - cur][l] = l >= off ? op(sh[cur][l - off], sh[cur][l]) : sh[cur][l];
          cur = 1 - cur;
          t.barrier.wait();
        }
        if (t.global[0] < n) d[t.global] = sh[cur][l];
        if (l == TILE - 1) sums[t.tile] = sh[cur][l];
      });
  if (tiles > 1) {
    inclusive_scan<TILE, T>(array_view<T>(sums), op);
    parallel_for_each(
        d.extent, [ =, &sums ](index<1> i) restrict(amp) {
          if (i[0] >= TILE) d[i] = op(sums[i[0] / TILE - 1], d[i]);
        });
  }
}
template <class T, class Less>
void bitonic_sort(array_view<T> d, Less less) {
  const unsigned n = d.extent.size();
  for (unsigned k = 2; k <= n; k *= 2)
    for (unsigned j = k / 2; j; j /= 2)
      parallel_for_each(
          d.extent, [=](index<1> i) restrict(amp) {
            unsigned a = i[0], b = a ^ j;
            if (b > a && ((a & k) == 0 ? less(d[b], d[a]) : less(d[a], d[b]))) {
              T t = d[a];
              d[a] = d[b];
              d[b] = t;
            }
          });
}
template <class T, class P>
int count_if(const array_view<const T>& v, P p) {
  int n = 0;
  array_view<int> c(1, &n);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        if (p(v[i])) atomic_fetch_inc(&c[0]);
      });
  c.synchronize();
  return n;
}
}  // namespace amp_alg
struct rec {
  float key;
  int val;
};
struct by_key {
  bool desc;
  bool operator()(const rec& a, const rec& b) const restrict(cpu, amp) {
    return desc ? b.key < a.key : a.key < b.key;
  }
};
template <class T>
struct scale {
  T k;
  T operator()(T x) const restrict(cpu, amp) { return x * k; }
};
static void negate_in_place(int& x) restrict(amp) { x = -x; }
int main() {
  using namespace concurrency;
  std::vector<int> d(1000), s(1000);
  std::iota(d.begin(), d.end(), 1);
  array_view<int> v(1000, d), w(1000, s);
  auto e = amp_alg::transform(amp_alg::begin(v), amp_alg::end(v), amp_alg::begin(w), scale<int>{3});
  CHECK(e.at() == 1000 && w[999] == 3000);
  CHECK((amp_alg::reduce<128>(amp_alg::begin(v), amp_alg::end(v), 5, amp_alg::plus<int>())) == 500505);
  CHECK((amp_alg::reduce<64>(amp_alg::begin(w), amp_alg::begin(w) + 10, 0, amp_alg::maximum<int>())) == 30);
  amp_alg::for_each(amp_alg::begin(w), amp_alg::end(w), [](int& x) restrict(amp) { negate_in_place(x); });
  CHECK(w[1] == -6);
  amp_alg::inclusive_scan<32>(v, amp_alg::plus<int>());
  CHECK(v[999] == 500500 && v[31] == 528 && v[32] == 561);
  std::vector<rec> r(256);
  for (int i = 0; i < 256; i++) {
    r[i].key = float(i * 37 % 101);
    r[i].val = i;
  }
  array_view<rec> rv(256, r);
  amp_alg::bitonic_sort(rv, by_key{true});
  rv.synchronize();
  CHECK(std::is_sorted(r.begin(), r.end(), by_key{true}));
  const int lim = 100;
  CHECK((amp_alg::count_if<int>(w, [=](int x) restrict(amp) { return x < -lim; })) == 1000 - 33);
  CHECK(std::count_if(amp_alg::begin(w), amp_alg::end(w), [](int x) { return x == -3; }) == 1);
  return failures();
}
