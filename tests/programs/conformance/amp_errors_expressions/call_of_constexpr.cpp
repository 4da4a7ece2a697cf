// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

constexpr int square(int n) { return n * n; }
// expected-note@-1 {{'square' declared here}}

int f(int n) restrict(amp) {
  const int sizes[square(2)] = {};
  return sizes[0] + square(n);
  // expected-error@-1 {{'square' is not restricted to amp and can't be called in amp-restricted code}}
}
