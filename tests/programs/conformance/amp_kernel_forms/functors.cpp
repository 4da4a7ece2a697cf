// rows: amp.2.4.functor
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

class fill {
 public:
  fill(array_view<int> out, int value) : out_(out), value_(value) {}
  void operator()(index<1> i) const restrict(amp) { out_[i] = value_; }

 private:
  array_view<int> out_;
  int value_;
};
template <typename T, int Rank>
struct scale {
  array_view<T, Rank> out;
  T by;
  void operator()(const index<Rank>& i) const restrict(amp) { out[i] *= by; }
};
struct both_indexes {
  array_view<int> out;
  void operator()(index<1> i) const restrict(amp) { out[i] = 1; }
  void operator()(tiled_index<4> t) const restrict(amp) { out[t.global] = 2 + t.tile[0]; }
};
struct out_of_class {
  array_view<int> out;
  void operator()(index<1> i) const restrict(amp);
};
void out_of_class::operator()(index<1> i) const restrict(amp) { out[i] = 9; }
struct base {
  array_view<int> out;
  explicit base(const array_view<int>& v) : out(v) {}
  void operator()(index<1> i) const restrict(amp) { out[i] = value(i[0]); }
  int value(int i) const restrict(amp) { return i * 3; }
};
struct derived : public base {
  explicit derived(const array_view<int>& v) : base(v) {}
};
struct own_operator : private base {
  explicit own_operator(const array_view<int>& v) : base(v) {}
  void operator()(index<1> i) const restrict(amp) { out[i] = value(i[0]) + 1; }
};
struct generic {
  array_view<int> out;
  template <typename Index>
  void operator()(Index i) const restrict(amp) {
    out[i] = 12;
  }
};
template <typename Derived>
struct curiously {
  array_view<int> out;
  void operator()(index<1> i) const restrict(amp) { out[i] = static_cast<const Derived*>(this)->compute(i[0]); }
};
struct recurring : curiously<recurring> {
  int k;
  int compute(int i) const restrict(amp) { return i * k; }
};

int main() {
  array_view<int> v(8);
  parallel_for_each(v.extent, fill(v, 5));
  CHECK(v[0] == 5 && v[7] == 5);
  fill named(v, 6);
  parallel_for_each(v.extent, named);
  CHECK(v[3] == 6);
  const fill constant(v, 7);
  parallel_for_each(v.extent, constant);
  CHECK(v[3] == 7);
  parallel_for_each(v.extent, scale<int, 1>{v, 2});
  CHECK(v[3] == 14);
  array_view<float, 2> m(2, 2);
  m[1][1] = 1.5f;
  scale<float, 2> s = {m, 2.0f};
  parallel_for_each(m.extent, s);
  CHECK(m(1, 1) == 3);
  both_indexes both = {v};
  parallel_for_each(v.extent, both);
  CHECK(v[7] == 1);
  parallel_for_each(v.extent.tile<4>(), both);
  CHECK(v[0] == 2 && v[7] == 3);
  parallel_for_each(v.extent, out_of_class{v});
  CHECK(v[7] == 9);
  parallel_for_each(v.extent, derived(v));
  CHECK(v[7] == 21);
  parallel_for_each(v.extent, own_operator(v));
  CHECK(v[7] == 22);
  parallel_for_each(v.extent, generic{v});
  CHECK(v[7] == 12);
  recurring r;
  CHECK(sizeof(r) > 0);
  return failures();
}
