// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

int sum(int count, ...) restrict(cpu, amp) { return count; }
// expected-error@-1 {{the variadic function 'sum' can't be restricted to amp}}
