// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  int get() const { return x; }
  static int zero() { return 0; }
  operator int() const { return x; }
};

int f(Point p) restrict(amp) {
  int n = p.get();
  // expected-error@-1 {{'get' is not restricted to amp}}
  n += Point::zero();
  // expected-error@-1 {{'zero' is not restricted to amp}}
  return n + static_cast<int>(p);
  // expected-error@-1 {{is not restricted to amp}}
}
