// rows: amp.2.4.1.compound
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int on_cpu() {
  struct local {
    char c;
    int* p;
  };
  local l = {'a', nullptr};
  return l.c;
}
int on_both() restrict(cpu, amp) {
  struct local {
    int c;
  };
  local l = {3};
  return l.c;
}
template <class T>
void launch(array_view<int> v) {
  struct kernel {
    T x;
    array_view<int> v;
    void operator()(index<1> i) const restrict(amp) { v[i] += static_cast<int>(x); }
  };
  kernel k = {T(2), v};
  parallel_for_each(v.extent, k);
}

int main() {
  array_view<int> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = on_both(); });
  launch<int>(v);
  launch<float>(v);
  CHECK(v[3] == 7 && on_both() == 3 && on_cpu() == 'a');
  return failures();
}
