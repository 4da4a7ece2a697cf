// rows: amp.2.4.3.local
#include <amp.h>

using namespace concurrency;

int f() restrict(cpu, amp) {
  thread_local int calls = 0;
  // expected-error@-1 {{the thread_local variable 'calls' is not allowed in amp-restricted code}}
  return ++calls;
}
