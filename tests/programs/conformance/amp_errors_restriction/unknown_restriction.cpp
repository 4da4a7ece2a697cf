// rows: amp.2.1.clause
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(gpu);
// expected-error@-1 {{'gpu' is not a restriction}}

int g(int n) restrict(amp, fpga);
// expected-error@-1 {{'fpga' is not a restriction}}

#if 0
int h(int n) restrict(left, out) { return n; }
#endif
