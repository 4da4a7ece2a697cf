// rows: amp.2.4.1.volatile
#include <amp.h>

using namespace concurrency;

int f(volatile int* p) restrict(amp) { return *p; }
// expected-error@-1 {{'volatile' is not supported}}
int g(const volatile float& r) restrict(amp) { return int(r); }
// expected-error@-1 {{'volatile' is not supported}}
