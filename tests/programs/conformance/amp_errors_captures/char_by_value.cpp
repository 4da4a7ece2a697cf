// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  char c = 1;
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = static_cast<int>(c);
        // expected-error@-1 {{'c' can't be captured: the type 'char' is not allowed in amp-restricted code}}
      });
}
