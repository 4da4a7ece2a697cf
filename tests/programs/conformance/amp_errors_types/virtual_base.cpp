// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Base {
  int x;
};
struct Derived : virtual Base {
  int y;
};

int f(const Derived& d) restrict(amp) { return d.y; }
// expected-error@-1 {{its base 'Base' is virtual}}
