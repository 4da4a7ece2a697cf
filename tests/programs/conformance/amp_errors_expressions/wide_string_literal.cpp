// rows: amp.2.4.3.literals
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  return L"wide"[n] == 1;
  // expected-error@-1 {{a string literal is not allowed in amp-restricted code}}
}
