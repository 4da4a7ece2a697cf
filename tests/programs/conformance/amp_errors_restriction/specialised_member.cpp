// rows: amp.2.3.specialised_member
#include <amp.h>

using namespace concurrency;

template <typename T>
struct box {
  int get() restrict(cpu) { return 1; }
  int get() restrict(amp) { return 2; }
};
template <>
int box<int>::get() restrict(cpu) {
  // expected-error@-1 {{can't choose between the members 'box::get', which differ in their restrictions alone}}
  array_view<int, 1> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 3; });
  return v[0];
}
template <>
int box<int>::get() restrict(amp) { return 4; }
// expected-error@-1 {{can't choose between the members 'box::get', which differ in their restrictions alone}}

int main() {}
