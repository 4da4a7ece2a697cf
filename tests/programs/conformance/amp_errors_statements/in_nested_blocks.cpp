// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        for (int n = 0; n < 3; ++n) {
          switch (n) {
            case 1: {
              if (v[i] == n) goto out;
              // expected-error@-1 {{'goto' is not allowed in amp-restricted code}}
            }
          }
        }
      out:

        v[i] = 2;
      });
}
