// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  Point(int x) : x(x) {}
};

int f(int n) restrict(amp) {
  Point p(n);
  // expected-error@-1 {{'Point' is not restricted to amp and can't be called in amp-restricted code}}
  return p.x;
}
