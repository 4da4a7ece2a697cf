// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  int get() const restrict(amp) { return x; }
};

int g(Point p) { return p.get(); }
// expected-error@-1 {{'get' is restricted to amp and can't be used in code for the CPU}}
