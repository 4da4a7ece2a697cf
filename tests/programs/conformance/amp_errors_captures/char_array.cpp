// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  char text[8] = {};
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = text[0];
        // expected-error@-1 {{'text' can't be captured: the type 'char[8]'}}
      });
}
