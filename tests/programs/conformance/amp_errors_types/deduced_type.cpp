// rows: amp.2.4.1.fundamental
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  auto c = 'x';
  // expected-error@-1 {{'c' of the type 'char' is not allowed in amp-restricted code}}
  auto big = 1LL;
  // expected-error@-1 {{'big' of the type 'long long' is not allowed in amp-restricted code}}
  return n + (c == 'x') + (big == 1);
}
