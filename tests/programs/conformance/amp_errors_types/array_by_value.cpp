// rows: amp.2.4.1.library
#include <amp.h>

using namespace concurrency;

int f(array<int> a) restrict(amp);
// expected-error@-1 {{an array can only be used through a reference}}
int g(array<int>& a) restrict(amp) { return a[0]; }
