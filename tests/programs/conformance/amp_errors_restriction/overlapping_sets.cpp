// rows: amp.2.3.overlap
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(cpu, amp);
int f(int n) restrict(amp);
// expected-error@-1 {{'f' is declared with overlapping restrictions}}
