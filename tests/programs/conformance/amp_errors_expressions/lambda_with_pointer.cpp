// rows: amp.2.4.3.lambdas
#include <amp.h>

using namespace concurrency;

int f(int* p) restrict(amp) {
  auto get = [=] { return *p; };
  // expected-error@-1 {{'p' can't be captured: the type 'int *' is not allowed}}
  return get();
}
