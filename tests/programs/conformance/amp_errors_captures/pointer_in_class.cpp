// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct List {
  int value;
  List* next;
  // expected-note@-1 {{'next' declared here}}
};

int main() {
  array_view<int> v(16);
  List list = {1, nullptr};
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = list.value;
        // expected-error@-1 {{'list' can't be captured: the type 'List' is not allowed in amp-restricted code: its member 'next' is a pointer}}
      });
}
