// rows: amp.2.1.clause
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(auto);
// expected-error@-1 {{'f' is only declared here; restrict(auto) needs the definition}}
