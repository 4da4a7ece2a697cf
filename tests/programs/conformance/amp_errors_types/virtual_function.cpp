// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Shape {
  int sides;
  virtual int area() const { return 0; }
  // expected-note@-1 {{'area' declared here}}
};

int f(const Shape& s) restrict(amp) { return s.sides; }
// expected-error@-1 {{it has the virtual member function 'area'}}
