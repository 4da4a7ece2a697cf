// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

enum Colour : char { Red };

int main() {
  array_view<int> v(16);
  Colour c = Red;
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = c == Red;
        // expected-error@-1 {{'c' can't be captured: the type 'Colour' is not allowed in amp-restricted code: its underlying type 'char'}}
      });
}
