// rows: amp.2.4.3.local
#include <amp.h>

using namespace concurrency;

inline int f() restrict(cpu, amp) {
  static int calls;
  // expected-error@-1 {{the local variable 'calls' with the storage class 'static'}}
  return ++calls;
}
