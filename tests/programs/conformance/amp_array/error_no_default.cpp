// rows: amp.5.1.no_default_constructor
#include <amp.h>

using namespace concurrency;

int main() {
  array<int, 1> a;  // expected-error {{no matching constructor}}
}
