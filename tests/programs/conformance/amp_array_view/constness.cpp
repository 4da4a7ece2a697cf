// rows: amp.5.2.const_conversion, amp.5.2.const_container_constructors
// const arrays, const views, views of const, in members, parameters, results, conversions; overload
// resolution between them.
#include <amp.h>
#include <type_traits>
#include <vector>
#include "check.hpp"
using namespace concurrency;
template <class T>
struct is_cv : std::false_type {};
template <class T, int N>
struct is_cv<array_view<const T, N>> : std::true_type {};
static int which(array_view<int>) restrict(amp, cpu) { return 1; }
static int which(array_view<const int>) restrict(amp, cpu) { return 2; }
static int byref(array_view<int>&) { return 1; }
static int byref(const array_view<int>&) { return 2; }
static int arr(array<int>&) { return 1; }
static int arr(const array<int>&) { return 2; }
template <class T, int N>
int rank_of(const array_view<T, N>&) restrict(amp, cpu) {
  return N + (std::is_const<T>::value ? 10 : 0);
}
template <class V>
typename V::value_type first(const V& v) restrict(amp, cpu) {
  return v[index<1>(0)];
}
struct pair_of_views {
  const array_view<int> a;
  array_view<const int, 2> b;
  const array_view<const int> c;
};
struct arr_holder {
  const array<int>& r;
  array<int>& w;
  void run() const {
    const array<int>& rr = r;
    array<int>& ww = w;
    parallel_for_each(w.extent, [&rr, &ww ](index<1> i) restrict(amp) { ww[i] = rr[i] * 2; });
  }
};
static array_view<const int> make_const(array_view<int> v) { return v; }
static array_view<int, 2> as2(const array_view<int>& v, int r, int c) restrict(amp, cpu) {
  return v.view_as(extent<2>(r, c));
}
static int total(array_view<const int> v) restrict(amp) {
  int s = 0;
  for (int i = 0; i < v.extent[0]; i++) s += v[i];
  return s;
}
static void write(const array_view<int>& v, int i) restrict(amp) {
  v[i] = 5;
  v(i + 1) = 6;
  *v.section(i + 2, 1).data() = 7;
}
int main() {
  std::vector<int> d(12);
  for (int i = 0; i < 12; i++) d[i] = i;
  const std::vector<int> cd(d);
  array_view<int> v(d);
  array_view<const int> cv(v), ccv(cd), sv = make_const(v);
  const array_view<int> kv(v);
  const array_view<const int> kcv = kv;
  array_view<int> again = kv;
  array<int> a(12, d.begin());
  const array<int> ca(a);
  array_view<const int> fa(ca), fb = a;
  array_view<int> fw(a);
  CHECK(which(v) == 1 && which(kv) == 1 && which(cv) == 2 && byref(v) == 1 && byref(kv) == 2 && arr(a) == 1 &&
        arr(ca) == 2);
  CHECK(rank_of(v) == 1 && rank_of(kcv) == 11 && rank_of(as2(v, 3, 4)) == 2);
  static_assert(std::is_same<decltype(v[0]), int&>::value &&
                    std::is_same<decltype(cv[0]), const int&>::value &&
                    std::is_same<decltype(kv[index<1>()]), int&>::value,
                "subscripts");
  static_assert(std::is_same<decltype(a[0]), int&>::value &&
                    std::is_same<decltype(ca[0]), const int&>::value &&
                    std::is_same<decltype(ca.section(0, 1)), array_view<const int>>::value &&
                    std::is_same<decltype(a.section(0, 1)), array_view<int>>::value,
                "arrays");
  static_assert(
      std::is_same<decltype(std::declval<const array<int, 2>&>()[0]), array_view<const int, 1>>::value &&
          std::is_same<decltype(std::declval<array<int, 3>&>()[0]), array_view<int, 2>>::value &&
          std::is_same<decltype(std::declval<array_view<const int, 2>>()[0]),
                       array_view<const int, 1>>::value,
      "projections");
  static_assert(std::is_convertible<array_view<int>, array_view<const int>>::value &&
                    !std::is_convertible<array_view<const int>, array_view<int>>::value &&
                    std::is_convertible<array<int>&, array_view<const int>>::value &&
                    !std::is_convertible<const array<int>&, array_view<int>>::value &&
                    std::is_same<array_view<const float>::value_type, const float>::value &&
                    array_view<const float, 3>::rank == 3,
                "conversions");
  static_assert(std::is_same<decltype(ca.data()), const int*>::value &&
                    std::is_same<decltype(a.data()), int*>::value &&
                    std::is_same<decltype(cv.data()), const int*>::value &&
                    std::is_same<decltype(kv.data()), int*>::value,
                "data");
  pair_of_views p = {v, array_view<const int, 2>(3, 4, cd), cv};
  std::vector<int> o(8);
  array_view<int> ov(o);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        ov[0] = which(v) * 10 + which(cv);
        ov[1] = total(cv) + total(v) + total(kv);
        ov[2] = first(p.a) + p.b(2, 3) + p.c[5];
        p.a[0] = 40;
        ov[3] = cv[0];
        array_view<const int> local(v);
        array_view<const int, 2> l2 = local.view_as(extent<2>(2, 6));
        ov[4] = l2(1, 0) + rank_of(l2);
        write(kv, 6);
        ov[5] = l2[1][0] * 100 + l2(1, 1) * 10 + l2(1)(2);
        array_view<int, 2> w2 = as2(v, 2, 6);
        w2[1][3] = 8;
        ov[6] = kcv[9] + as2(w2[1], 2, 3).extent[1];
        local = cv.section(9, 3);
        ov[7] = local[0] + local.extent[0];
      });
  const int want[] = {12, 198, 0 + 11 + 5, 40, 6 + 12, 567, 11, 11};
  for (int i = 0; i < 8; i++) {
    if (ov[i] != want[i]) std::printf("%d: %d want %d\n", i, ov[i], want[i]);
    CHECK(ov[i] == want[i]);
  }
  arr_holder h = {ca, a};
  h.run();
  std::vector<int> back = a;
  CHECK(back[11] == 22);
  CHECK(fw[11] == 22 && fb[11] == 22 && fa[11] == 11);
  const array<int, 2> c2(extent<2>(2, 2), d.begin());
  parallel_for_each(
      extent<1>(2), [ =, &c2 ](index<1> i) restrict(amp) {
        array_view<const int> row = c2[i[0]];
        ov[i] = row[1] + c2(i[0], 1) + c2.section(index<2>(i[0], 1), extent<2>(1, 1))(0, 0);
      });
  return failures();
}
