// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(cpu, amp) {
  try {
    // expected-error@-1 {{'try' is not allowed in amp-restricted code}}
    if (n) throw n;  // what is in it is part of the one mistake
  } catch (int error) {
    n = error;
  }
  return n;
}
