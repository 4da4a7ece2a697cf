// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

int host(int n) { return n; }
// expected-note@-1 {{declared here}}

int f(int n) restrict(amp) { return host(n); }
// expected-error@-1 {{'host' is not restricted to amp and can't be called in amp-restricted code}}
int g(int n) restrict(cpu, amp) { return host(n); }
// expected-error@-1 {{'host' is not restricted to amp and can't be called in amp-restricted code}}
