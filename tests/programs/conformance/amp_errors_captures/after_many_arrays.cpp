// rows: amp.2.4.3.captures
// Arrays that kernels capture are no mistakes, however many there are: the one mistake is found.
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  array<int> a(16);
  int n = 1;
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 0; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 1; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 2; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 3; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 4; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 5; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 6; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 7; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 8; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 9; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 10; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 11; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 12; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 13; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 14; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 15; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 16; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 17; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 18; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 19; });
  parallel_for_each(v.get_extent(), [=, &a](index<1> i) restrict(amp) { v[i] += a[i] + 20; });
  parallel_for_each(
      v.get_extent(), [=, &n](index<1> i) restrict(amp) {
        v[i] = n;
        // expected-error@-2 {{'n' of type 'int' is captured by reference}}
      });
}
