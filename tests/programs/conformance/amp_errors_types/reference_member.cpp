// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Holder {
  int& value;
  // expected-note@-1 {{'value' declared here}}
};

int f(const Holder& h) restrict(amp) { return h.value; }
// expected-error@-1 {{its member 'value' is a reference}}
