// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        try {
          // expected-error@-1 {{'try' is not allowed in amp-restricted code}}
          v[i] = 1;
        } catch (...) {
        }
      });
}
