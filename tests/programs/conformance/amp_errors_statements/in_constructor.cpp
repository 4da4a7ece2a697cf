// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  Point(int n) restrict(amp) : x(n) {
    try {
      // expected-error@-1 {{'try' is not allowed in amp-restricted code}}
      x = 2;
    } catch (...) {
    }
  }
};
