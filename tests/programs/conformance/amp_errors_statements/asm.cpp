// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  asm("nop");
  // expected-error@-1 {{'asm' is not allowed in amp-restricted code}}
  __asm__ volatile("" ::: "memory");
  // expected-error@-1 {{'asm' is not allowed in amp-restricted code}}
  return n;
}
