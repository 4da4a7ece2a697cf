// rows: amp.5.1.int_constructors
#include <amp.h>

using namespace concurrency;

int main() {
  array<int, 1> a(4, 4);  // expected-error {{no matching constructor}}
}
