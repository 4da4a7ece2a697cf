// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array<int> a(16);
  array<int, 2> b(4, 4);
  const array_view<const int> c(a);
  parallel_for_each(a.get_extent(), [=](index<1> i) restrict(amp) {
    // expected-error@+1 {{cannot assign to an element of a const array; a kernel captures arrays by reference}}
    a[i] = 1;
    // expected-error@+1 {{cannot assign to an element of a const array; a kernel captures arrays by reference}}
    b(i[0], 1) += 2;
    // expected-error@+1 {{cannot assign to an element of an array_view of const}}
    ++c[i];
  });
}
