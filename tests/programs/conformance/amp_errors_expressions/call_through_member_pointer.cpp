// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  int get() const restrict(amp) { return x; }
};
typedef int (Point::*Getter)() const;

int f(const Point& p, Getter get) restrict(amp) {
  // expected-error@-1 {{pointers to member functions are not supported}}
  return (p.*get)();
}
