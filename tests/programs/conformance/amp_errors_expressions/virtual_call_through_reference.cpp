// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

struct Shape {
  virtual int sides() const { return 0; }
};

int f(const Shape& s) restrict(amp) {
  // expected-error@-1 {{it has the virtual member function 'sides'}}
  return s.sides();
}
