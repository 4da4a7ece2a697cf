// rows: amp.2.4.functor
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <typename Derived>
class kernel_base {
 public:
  explicit kernel_base(const array_view<int>& v) : out(v) {}
  void operator()(index<1> i) const restrict(amp) { out[i] = self().compute(i[0]); }
  void launch() const { parallel_for_each(out.extent, self()); }

 protected:
  array_view<int> out;

 private:
  const Derived& self() const restrict(cpu, amp) { return *static_cast<const Derived*>(this); }
};
class triple : public kernel_base<triple> {
 public:
  triple(const array_view<int>& v, int k) : kernel_base(v), k_(k) {}
  int compute(int i) const restrict(cpu, amp) { return i * 3 + k_; }

 private:
  int k_;
};
template <int N>
class power : public kernel_base<power<N>> {
 public:
  using kernel_base<power<N>>::kernel_base;
  int compute(int i) const restrict(cpu, amp) {
    int r = 1;
    for (int n = 0; n < N; ++n) r *= i;
    return r;
  }
};

int main() {
  array_view<int> v(5);
  triple(v, 1).launch();
  for (int i = 0; i < 5; ++i) CHECK(v[i] == i * 3 + 1);
  power<2>(v).launch();
  CHECK(v[4] == 16);
  power<3>(v).launch();
  CHECK(v[4] == 64);
  return failures();
}
