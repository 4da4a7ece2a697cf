// rows: amp.2.4.3.casts
// A cast that makes an array, and not a reference to one.
#include <amp.h>
using namespace concurrency;
int made(const array<int>& a) restrict(amp) {
  int n = static_cast<array<int>>(a)[0];
  // expected-error@-1 {{a cast to the type 'array<int>' is not allowed in amp-restricted code: an array}}
  n += ((array<int>)a)[0];
  // expected-error@-1 {{a cast to the type 'array<int>' is not allowed in amp-restricted code: an array}}
  n += array<int>(a)[0];
  // expected-error@-1 {{a cast to the type 'array<int>' is not allowed in amp-restricted code: an array}}
  return n;
}
int main() {}
