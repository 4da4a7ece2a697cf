// rows: amp.5.3.view_to_view
#include <amp.h>

using namespace concurrency;

int main() {
  array<int, 1> a(4), b(4);
  array<float, 1> c(4);
  copy(a, array_view<const int, 1>(b));  // expected-error {{no matching function for call to 'copy'}}
}
