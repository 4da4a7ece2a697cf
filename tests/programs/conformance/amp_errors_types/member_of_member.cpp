// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Inner {
  float weight;
  short tag;
  // expected-note@-1 {{'tag' declared here}}
};
struct Outer {
  int id;
  Inner inner;
  // expected-note@-1 {{'inner' declared here}}
};

float f(Outer o) restrict(amp) { return o.inner.weight; }
// expected-error@-1 {{its member 'inner' has the unsupported type 'Inner'; its member 'tag' has the unsupported type 'short'}}
