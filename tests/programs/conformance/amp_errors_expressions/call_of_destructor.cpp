// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

struct Guard {
  int x;
  ~Guard() {}
};

int f(int n) restrict(amp) {
  Guard g = {n};
  // expected-error@-1 {{'~Guard' is not restricted to amp and can't be called in amp-restricted code}}
  return g.x;
}
