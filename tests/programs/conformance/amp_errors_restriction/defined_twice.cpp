// rows: amp.2.3.overlap
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) { return n; }
int f(int n) restrict(amp) { return n + 1; }
// expected-error@-1 {{redefinition of 'f'}}
