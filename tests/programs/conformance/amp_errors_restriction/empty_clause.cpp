// rows: amp.2.1.clause
#include <amp.h>

using namespace concurrency;

int f(int n) restrict();
// expected-error@-1 {{a restrict clause needs a restriction: cpu, amp or auto}}
