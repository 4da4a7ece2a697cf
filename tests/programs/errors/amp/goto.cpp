#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {
    int n = 0;
  again:
    if (++n < 3) goto again;  // expected-error {{'goto' is not allowed in amp-restricted code}}
    v[i] = n;
  });
}
