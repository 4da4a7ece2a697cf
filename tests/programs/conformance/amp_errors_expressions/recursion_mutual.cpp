// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int odd(int n) restrict(cpu, amp);
int even(int n) restrict(cpu, amp) { return n == 0 ? 1 : odd(n - 1); }
// expected-error@-1 {{'odd(int)' calls itself}}
int odd(int n) restrict(cpu, amp) { return n == 0 ? 0 : even(n - 1); }
// expected-note@-1 {{'even(int)' is called from 'odd(int)' here}}
