#include <amp.h>

using namespace concurrency;

int twice(int n) restrict(amp) { return 2 * n; }

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {
    int (*f)(int) = twice;  // expected-error {{pointers to functions are not supported}}
    v[i] = f(2);
  });
}
