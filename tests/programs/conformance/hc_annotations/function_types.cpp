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

int main() {
  array_view<int> v(4);
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
