// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct Scaler {
  int factor;
  void run(array_view<int> v) {
    parallel_for_each(
        v.get_extent(), [ this, v ](index<1> i) restrict(amp) {
          v[i] *= this->factor;
          // expected-error@-1 {{'this' can't be captured by a lambda that is restricted to amp}}
        });
  }
};
