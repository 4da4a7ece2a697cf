// rows: amp.9.1.sin
#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

int main() {
  array_view<float> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v[i] = fast_math::erf(v[i]);
    // expected-error@-1 {{no member named 'erf' in namespace 'concurrency::fast_math'}}
  });
}
