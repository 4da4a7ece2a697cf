// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int factorial(int n) restrict(amp) { return n < 2 ? 1 : n * factorial(n - 1); }
// expected-error@-1 {{'factorial(int)' calls itself; recursion is not allowed in amp-restricted code}}
