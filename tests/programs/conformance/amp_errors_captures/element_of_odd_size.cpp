// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(char* p) {
  array_view<char> v(16, p);
  // expected-error@-1 {{the size of an element must be a multiple of int's}}
  array<short, 2> a(4, 4);
  // expected-error@-1 {{the size of an element must be a multiple of int's}}
}
