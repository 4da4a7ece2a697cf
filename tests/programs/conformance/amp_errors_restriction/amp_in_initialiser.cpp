// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

int f() restrict(amp) { return 1; }

int global = f();
// expected-error@-1 {{'f' is restricted to amp and can't be used in code for the CPU}}
