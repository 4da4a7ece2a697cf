// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

int counter;
// expected-note@-1 {{'counter' declared here}}

int f() restrict(amp) { return counter; }
// expected-error@-1 {{'counter' can't be used in amp-restricted code}}
void g(int n) restrict(cpu, amp) { counter = n; }
// expected-error@-1 {{'counter' can't be used in amp-restricted code}}
