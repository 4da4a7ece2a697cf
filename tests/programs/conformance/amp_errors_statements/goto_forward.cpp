// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  if (n > 3) goto end;
  // expected-error@-1 {{'goto' is not allowed in amp-restricted code}}
  n = 3;
end:

  return n;
}
