// rows: amp.2.4.3.lambdas
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  auto add = [&](int m) { return n + m; };
  // expected-error@-1 {{'n' of type 'int' is captured by reference}}
  auto more = [&n](int m) { return n + m; };
  // expected-error@-1 {{'n' of type 'int' is captured by reference}}
  return add(1) + more(2);
}
