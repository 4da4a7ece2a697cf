// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  try {
    // expected-error@-1 {{'try' is not allowed in amp-restricted code}}
    n = 2 * n;
  } catch (int) {
    n = 0;
  }
  return n;
}
