// rows: amp.2.4.3.casts
#include <amp.h>

using namespace concurrency;

int f(int n, int* p) restrict(amp) {
  int sum = (char)n;
  // expected-error@-1 {{a cast to the type 'char'}}
  sum += static_cast<unsigned short>(n);
  // expected-error@-1 {{a cast to the type 'unsigned short'}}
  sum += *reinterpret_cast<signed char*>(p);
  // expected-error@-1 {{a cast to the type 'signed char *'}}
  return sum + short(n);
  // expected-error@-1 {{a cast to the type 'short'}}
}
