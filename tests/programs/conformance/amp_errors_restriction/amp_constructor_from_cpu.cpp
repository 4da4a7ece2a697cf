// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  Point(int n) restrict(amp) : x(n) {}
};

int g(int n) { return Point(n).x; }
// expected-error@-1 {{'Point' is restricted to amp and can't be used in code for the CPU}}
