// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Base {
  int* p;
};
struct Derived : Base {
  int y;
};

int f(const Derived& d) restrict(amp) { return d.y; }
// expected-error@-1 {{its base 'Base' is not supported; its member 'p' is a pointer}}
