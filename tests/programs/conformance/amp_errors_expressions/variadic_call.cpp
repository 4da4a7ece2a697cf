// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int sum(int count, ...) restrict(amp);
// expected-error@-1 {{the variadic function 'sum' can't be restricted to amp}}

int f() restrict(amp) { return sum(2, 3, 4); }
