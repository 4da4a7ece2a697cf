// rows: amp.2.4.3.local
#include <amp.h>

using namespace concurrency;

int f() restrict(amp) {
  static int calls = 0;
  // expected-error@-1 {{the local variable 'calls' with the storage class 'static'}}
  return ++calls;
}
