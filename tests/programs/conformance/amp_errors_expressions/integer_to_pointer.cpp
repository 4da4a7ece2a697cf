// rows: amp.2.4.3.casts
#include <amp.h>

using namespace concurrency;

int f(unsigned long n) restrict(amp) {
  int* p = reinterpret_cast<int*>(n);
  // expected-error@-1 {{a cast from an integer to a pointer is not allowed in amp-restricted code}}
  return *p + *(int*)n;
  // expected-error@-1 {{a cast from an integer to a pointer is not allowed in amp-restricted code}}
}
