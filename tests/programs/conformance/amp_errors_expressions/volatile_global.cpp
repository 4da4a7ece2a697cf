// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

const volatile int port = 1;

int f() restrict(cpu, amp) { return port; }
// expected-error@-1 {{'port' can't be used in amp-restricted code}}
