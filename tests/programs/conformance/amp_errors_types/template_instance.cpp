// rows: amp.2.4.1.templates
#include <amp.h>

using namespace concurrency;

template <class T>
T twice(T value) restrict(amp) {
  // expected-error@-1 {{'value' of the type 'short'}}
  T sum = value + value;
  return sum;
}

int main() {
  array_view<int> v(16);
  // expected-note@+2 {{kernel starts here}}
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = twice(v[i]) + twice(static_cast<long>(v[i]));
        v[i] += twice<short>(1);
        // expected-note@-1 {{'twice<short>(short)' is called from the kernel here}}
      });
}
