// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int f(int (*g)(int)) restrict(amp) {
  // expected-error@-1 {{pointers to functions are not supported}}
  return g(1);
}
