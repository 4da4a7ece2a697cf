// rows: amp.2.4.3.lambdas
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
  int f() const restrict(amp) {
    auto get = [=] { return x; };
    // expected-error@-1 {{'this' can't be captured by a lambda that is restricted to amp}}
    return get();
  }
};
