// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

template <class T>
T sum(T n) restrict(amp) {
  return n > 0 ? n + sum(n - 1) : 0;
  // expected-error@-1 {{calls itself; recursion is not allowed in amp-restricted code}}
}

int main() {
  array_view<int> v(16);
  parallel_for_each(v.get_extent(), [=](index<1> i) restrict(amp) { v[i] = sum(v[i]); });
}
