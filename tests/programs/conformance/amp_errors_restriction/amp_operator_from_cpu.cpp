// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
};
Point operator+(Point a, Point b) restrict(amp) { return Point{a.x + b.x}; }

Point g(Point p) { return p + p; }
// expected-error@-1 {{is restricted to amp and can't be used in code for the CPU}}
