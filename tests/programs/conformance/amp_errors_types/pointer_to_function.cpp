// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

int f(int (*g)(int)) restrict(amp);
// expected-error@-1 {{pointers to functions are not supported}}
