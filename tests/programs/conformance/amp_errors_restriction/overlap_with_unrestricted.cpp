// rows: amp.2.3.overlap
#include <amp.h>

using namespace concurrency;

int f(int n) { return n; }
int f(int n) restrict(cpu, amp) { return n; }
// expected-error@-1 {{'f' is declared with overlapping restrictions}}
