// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Flags {
  unsigned int low : 4;
  unsigned int high : 28;
};

unsigned int f(Flags flags) restrict(amp) { return flags.low; }
// expected-error@-1 {{its member 'low' is a bit-field}}
