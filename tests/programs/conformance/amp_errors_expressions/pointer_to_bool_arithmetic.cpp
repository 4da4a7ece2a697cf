// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

bool f(bool* p, int n) restrict(amp) {
  bool* q = p + n;
  // expected-error@-1 {{arithmetic on a pointer to bool is not allowed in amp-restricted code}}
  ++q;
  // expected-error@-1 {{arithmetic on a pointer to bool is not allowed in amp-restricted code}}
  return *q;
}
