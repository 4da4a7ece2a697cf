// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

int f(int**& p) restrict(cpu, amp) { return **p; }
// expected-error@-1 {{pointers to pointers are not supported}}

int one(int*& p) restrict(cpu, amp) { return *p; }
