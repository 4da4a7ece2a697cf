// rows: amp.5.2.extent_constructors
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int, 2> v(4);  // expected-error {{no matching constructor}}
}
