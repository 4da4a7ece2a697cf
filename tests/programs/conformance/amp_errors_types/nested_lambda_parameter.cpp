// rows: amp.2.4.1.fundamental
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  auto twice = [](char c) { return 2 * c; };
  // expected-error@-1 {{'c' of the type 'char'}}
  return twice(n);
}
