// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  if (n < 0) throw n;
  // expected-error@-1 {{'throw' is not allowed in amp-restricted code}}
  return n;
}
