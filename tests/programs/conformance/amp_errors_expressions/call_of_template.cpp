// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

template <class T>
T twice(T value) {
  return 2 * value;
}

int f(int n) restrict(amp) { return twice(n); }
// expected-error@-1 {{'twice' is not restricted to amp}}
