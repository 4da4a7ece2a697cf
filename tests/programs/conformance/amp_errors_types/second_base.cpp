// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct First {
  int x;
};
struct Second {
  long long y;
};
struct Both : First, Second {};

int f(Both b) restrict(amp) { return b.x; }
// expected-error@-1 {{its base 'Second' is not supported; its member 'y' has the unsupported type 'long long'}}
