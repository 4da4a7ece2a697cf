// rows: amp.2.4.functor, amp.2.4.this_object
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <typename T>
class transformer {
 public:
  transformer(array_view<T> v, T k) : v_(v), k_(k) {}
  void run() { parallel_for_each(v_.extent, *this); }
  void run_tiled() { parallel_for_each(v_.extent.template tile<4>(), *this); }
  void run_lambda() {
    parallel_for_each(v_.extent, [self = *this](index<1> i) restrict(amp) { self.v_[i] += self.k_; });
  }
  void run_star_this() {
    parallel_for_each(v_.extent, [*this](index<1> i) restrict(amp) { v_[i] = step(i[0]); });
  }
  void run_copied_star_this() {
    parallel_for_each(v_.extent, [=, *this](index<1> i) restrict(amp) { v_[i] = step(i[0]) + 1; });
  }
  void operator()(index<1> i) const restrict(amp) { v_[i] = step(i[0]); }
  void operator()(tiled_index<4> t) const restrict(amp) { v_[t.global] = step(t.local[0]); }
  T step(int i) const restrict(cpu, amp) { return T(i) * k_; }

 private:
  array_view<T> v_;
  T k_;
};

int main() {
  array_view<float> v(8);
  transformer<float> t(v, 0.5f);
  t.run();
  CHECK(v[7] == 3.5f);
  t.run_tiled();
  CHECK(v[7] == 1.5f);
  t.run_lambda();
  CHECK(v[7] == 2.0f);
  t.run_star_this();
  CHECK(v[7] == 3.5f);
  t.run_copied_star_this();
  CHECK(v[7] == 4.5f);
  return failures();
}
