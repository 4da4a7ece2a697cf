// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) { return n; }

int g(int n) restrict(cpu, amp) { return f(n); }
// expected-error@-1 {{'f' is restricted to amp and can't be used in code for the CPU}}
