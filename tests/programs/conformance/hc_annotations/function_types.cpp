// rows: hc.annotations.function_types
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

typedef int (*unary)(int) [[hc]];
typedef int (*host_unary)(int) [[cpu]];
using alias = int (*)(int);
int twice(int x) [[cpu, hc]] { return x * 2; }
int thrice(int x) [[cpu, hc]] { return x * 3; }
int apply(int (*f)(int), int x) [[cpu, hc]] { return f(x); }
template <int (*F)(int)>
int constant(int x) [[cpu, hc]] {
  return F(x);
}
template <typename F>
int call(F&& f, int x) [[cpu, hc]] {
  return f(x);
}
struct scaled {
  int factor;
  int times(int x) const [[cpu, hc]] { return x * factor; }
  void set(int x) [[cpu, hc]] { factor = x; }
};
template <int (scaled::*Member)(int) const>
int member(const scaled& s, int x) [[cpu, hc]] {
  return (s.*Member)(x);
}
template <typename C, typename... A>
void change(C& object, void (C::*f)(A...), A... a) [[cpu, hc]] {
  (object.*f)(a...);
}
struct bound {
  const scaled* object;
  int (scaled::*f)(int) const;
  int operator()(int x) const [[cpu, hc]] { return (object->*f)(x); }
};

int main() {
  array_view<int> v(4), w(4);
  parallel_for_each(w.get_extent(), [=](index<1> i) [[hc]] {
    scaled s{2};
    change(s, &scaled::set, 3);
    auto times = &scaled::times;
    int scaled::*factor = &scaled::factor;
    w[i] = member<&scaled::times>(s, i[0]) + (s.*times)(10) + bound{&s, times}(100) +
           std::mem_fn(&scaled::times)(s, 1000) + s.*factor;
  }).wait();
  for (int i = 0; i < 4; ++i) CHECK(w[i] == 3 * i + 30 + 300 + 3000 + 3);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    alias f = thrice;
    unary g = twice;
    v[i] = f(1) + apply(twice, 10) + constant<thrice>(100) + g(1) + call(twice, 10000) + call(thrice, 0);
  }).wait();
  for (int i = 0; i < 4; ++i) CHECK(v[i] == 3 + 20 + 300 + 2 + 20000);
  host_unary h = thrice;
  CHECK(h(2) == 6);
  return failures();
}
