// rows: amp.2.4.3.casts
#include <amp.h>

using namespace concurrency;

long f(int* p) restrict(amp) {
  long n = reinterpret_cast<long>(p);
  // expected-error@-1 {{a cast from a pointer to an integer is not allowed in amp-restricted code}}
  return n + (long)p;
  // expected-error@-1 {{a cast from a pointer to an integer is not allowed in amp-restricted code}}
}
