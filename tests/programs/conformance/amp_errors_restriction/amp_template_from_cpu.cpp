// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

template <class T>
T twice(T n) restrict(amp) {
  return 2 * n;
}

int g(int n) { return twice(n); }
// expected-error@-1 {{'twice' is restricted to amp and can't be used in code for the CPU}}
