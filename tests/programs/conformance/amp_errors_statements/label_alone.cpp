// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(cpu, amp) {
unused:
  // expected-error@-1 {{a label is not allowed in amp-restricted code}}
  return n;
}
