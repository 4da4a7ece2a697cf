// rows: amp.5.2.const_elements
#include <amp.h>

using namespace concurrency;

int main() {
  const int data[4] = {};
  array_view<const int, 1> v(4, data);
  v[0] = 1;  // expected-error {{cannot assign}}
}
