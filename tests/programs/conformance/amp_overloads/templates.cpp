// rows: amp.2.2.templates
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <typename T>
T choose(T x) restrict(cpu) {
  return x + 1;
}
template <typename T>
T choose(T x) restrict(amp) {
  return x + 2;
}
template <typename T>
struct holder {
  T v;
  holder(T x) restrict(cpu) : v(x) {}
  holder(T x) restrict(amp) : v(x * 2) {}
  T get() const restrict(cpu) { return v; }
  T get() const restrict(amp) { return -v; }
  template <typename U>
  U as() const restrict(cpu) {
    return U(v);
  }
  template <typename U>
  U as() const restrict(amp) {
    return U(v) + 1;
  }
  T later() const restrict(cpu);
  T later() const restrict(amp);
};
template <typename T>
T holder<T>::later() const restrict(cpu) {
  return 30;
}
template <typename T>
T holder<T>::later() const restrict(amp) {
  return 40;
}
struct functor_cpu_amp {
  template <typename T>
  T operator()(T x) const restrict(cpu) {
    return x * 3;
  }
  template <typename T>
  T operator()(T x) const restrict(amp) {
    return x * 4;
  }
};
template <typename F, typename T>
T apply(F f, T x) restrict(cpu, amp) {
  return f(x);
}
template <typename T>
T all(T x) restrict(cpu, amp) {
  holder<T> h(x);
  return choose(x) + h.get() * 10 + h.template as<int>() * 100 + h.later() * 1000 +
         apply(functor_cpu_amp(), x) * 100000;
}

int main() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(1); });
  CHECK(v[0] == 3 - 20 + 300 + 40000 + 400000);
  CHECK(all(1) == 2 + 10 + 100 + 30000 + 300000);
  return failures();
}
