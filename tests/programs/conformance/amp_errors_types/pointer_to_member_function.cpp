// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  int get() const restrict(amp) { return x; }
};

int f(const Point& p, int (Point::*get)() const) restrict(amp);
// expected-error@-1 {{pointers to member functions are not supported}}
