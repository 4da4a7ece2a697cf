#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {
    int* p = new int(1);  // expected-error {{'new' is not allowed in amp-restricted code}}
    v[i] = *p;
    delete p;             // expected-error {{'delete' is not allowed in amp-restricted code}}
  });
}
