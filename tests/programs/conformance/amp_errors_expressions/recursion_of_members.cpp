// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

struct Walk {
  int depth;
  int down(int n) const restrict(amp) { return n < depth ? down(n + 1) : n; }
  // expected-error@-1 {{'down(int)' calls itself}}
};
