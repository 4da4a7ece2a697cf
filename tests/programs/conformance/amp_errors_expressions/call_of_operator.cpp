// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
};
Point operator+(Point a, Point b) { return {a.x + b.x}; }

Point f(Point p) restrict(amp) { return p + p; }
// expected-error@-1 {{is not restricted to amp and can't be called in amp-restricted code}}
