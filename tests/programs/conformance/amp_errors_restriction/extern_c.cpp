// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

extern "C" int f(int n) restrict(cpu, amp) { return n; }
// expected-error@-1 {{'f' with extern "C" linkage can't have several restrictions}}
