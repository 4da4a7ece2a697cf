// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

template <class T>
struct Loop {
  T n;
  T run() restrict(amp) {
  again:

    if (++n < 3) goto again;
    // expected-error@-1 {{'goto' is not allowed in amp-restricted code}}
    return n;
  }
};
