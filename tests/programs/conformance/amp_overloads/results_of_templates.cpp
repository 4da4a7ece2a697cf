// rows: amp.2.2.templates
// What a type depends on is the result of templates for one side each: their instances, and
// specialisations, are none of the functions that a call chooses between.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <typename T>
T raised(T x) restrict(cpu) {
  return x + T(100);
}
template <typename T>
T raised(T x) restrict(amp) {
  return x + T(200);
}
template <>
double raised(double) restrict(cpu) {
  return 0.5;
}
template <>
double raised(double) restrict(amp) {
  return 0.25;
}
template <typename T, typename U = decltype(raised(T()))>
U by_default(T x = T(3)) restrict(cpu, amp) {
  return raised(x);
}
template <typename T, typename U = decltype(raised(T()))>
struct both {
  T a;
  U b;
};

int main() {
  array_view<int> n(2);
  array_view<double> d(2);
  const both<double> pair = {1., 2.};
  parallel_for_each(n.extent, [=](index<1> i) restrict(amp) {
    n[i] = by_default<int>() + raised(1);
    d[i] = pair.b + raised(pair.a);
  });
  CHECK(n[0] == 203 + 201 && d[1] == 2.25);
  CHECK(by_default<int>() == 103 && raised(1) == 101 && raised(pair.a) == 0.5);
  return failures();
}
