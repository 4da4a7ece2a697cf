// rows: amp.2.4.reference_captures, amp.2.4.templates
// What a lambda in a template captures by reference may be an array by a template template parameter, by a
// member of a parameter or a trait, as part of a pack, and by a base of a class template.
#include <amp.h>
#include <amp_graphics.h>

#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace concurrency;

struct kinds {
  typedef array<int, 1> row;
  template <typename T>
  using of = array<T, 1>;
};
template <typename T>
struct rows {
  typedef typename kinds::of<T> type;
};
template <typename B>
struct extended : B {
  explicit extended(int n) : B(n) {}
};
template <typename T>
struct derived : array<T, 1> {
  explicit derived(int n) : array<T, 1>(n) {}
};
template <typename T>
struct derived_twice : derived<T> {
  explicit derived_twice(int n) : derived<T>(n) {}
};
template <typename T, template <typename, int> class A>
void by_template(A<T, 1>& a) {
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = i[0]; });
}
template <typename K>
void by_member(typename K::row& a) {
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] *= 2; });
}
template <typename K>
void by_alias(typename K::template of<int>& a) {
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] += 1; });
}
template <typename K>
int of_const(const typename K::row& a) {
  array_view<int> sum(1);
  parallel_for_each(sum.extent, [=, &a](index<1> i) restrict(amp) { sum[i] = a[0] + a[1] + a[2]; });
  return sum[0];
}
template <typename T>
void by_base(derived_twice<T>& a) {
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = i[0] + 7; });
}
template <typename T>
void by_trait(typename rows<T>::type& a, typename std::conditional<(sizeof(T) > 1), array<T>, T>::type& b) {
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] += 100 * b[i]; });
}
template <typename B>
void by_any_base(extended<B>& a) {
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = i[0] + 40; });
}
template <typename... A>
void by_pack(A&... a) {
  const int done[] = {(parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] += 10; }), 0)...};
  static_cast<void>(done);
}
template <template <typename, int> class T>
float texel() {
  T<float, 2> t(2, 2);
  graphics::writeonly_texture_view<float, 2> out(t);
  parallel_for_each(t.extent, [=](index<2> i) restrict(amp) { out.set(i, i[0] * 2.f + i[1]); });
  array_view<float> first(1);
  parallel_for_each(first.extent, [=, &t](index<1> i) restrict(amp) { first[i] = t(1, 1); });
  return first[0];
}

int main() {
  array<int, 1> a(3);
  derived_twice<int> d(3);
  by_template(a);
  by_member<kinds>(a);
  by_alias<kinds>(a);
  CHECK(of_const<kinds>(a) == 1 + 3 + 5);
  by_base(d);
  by_pack(a, d);
  const std::vector<int> x = a, y = d;
  CHECK(x[2] == 15 && y[2] == 19);
  extended<derived<int>> e(3);
  by_any_base(e);
  by_trait<int>(a, e);
  const std::vector<int> z = a;
  CHECK(z[2] == 15 + 4200);
  CHECK(texel<graphics::texture>() == 3.f);
  return failures();
}
