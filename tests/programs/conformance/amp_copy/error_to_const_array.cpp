// rows: amp.5.3.array_to_array
#include <amp.h>

using namespace concurrency;

int main() {
  array<int, 1> a(4), b(4);
  array<float, 1> c(4);
  const array<int, 1>& constant = b;
  copy(a, constant);  // expected-error {{no matching function for call to 'copy'}}
}
