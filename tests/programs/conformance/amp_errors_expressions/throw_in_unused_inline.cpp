// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

struct Checked {
  int n;
  int get() const restrict(cpu, amp) {
    return n >= 0 ? n : throw 1;
    // expected-error@-1 {{'throw' is not allowed in amp-restricted code}}
  }
};
