// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

thread_local int mine;

int f() restrict(cpu, amp) { return mine; }
// expected-error@-1 {{'mine' can't be used in amp-restricted code}}
