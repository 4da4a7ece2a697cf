// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        struct Local {
          int get(int n) const {
            if (n) goto end;
            // expected-error@-1 {{'goto' is not allowed in amp-restricted code}}
          end:

            return n;
          }
        };
        v[i] = Local().get(1);
        // expected-note@-1 {{'get(int)' is called from the kernel here}}
      });
}
