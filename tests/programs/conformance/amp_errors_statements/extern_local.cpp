// rows: amp.2.4.3.local
#include <amp.h>

using namespace concurrency;

int f() restrict(cpu, amp) {
  extern int elsewhere;
  // expected-error@-1 {{the local variable 'elsewhere' with the storage class 'extern'}}
  return elsewhere;
}
