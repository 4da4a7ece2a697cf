// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  accelerator acc;
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = &acc != nullptr;
        // expected-error@-1 {{'acc' can't be captured}}
      });
}
