#include <amp.h>

using namespace concurrency;

template <class T>
void run(array<T>& a) {
  int n = 2;
  parallel_for_each(extent<1>(16), [&](index<1> i) restrict(amp) {
    a[i] = n;  // expected-error {{'n' of type 'int' is captured by reference}}
  });
}

int main() {
  array<int> a(16);
  run(a);
}
