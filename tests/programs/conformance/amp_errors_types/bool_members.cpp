// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Switches {
  bool on;
  bool off;
};

bool f(Switches s) restrict(amp) { return s.on; }
// expected-error@-1 {{its member 'off' is not aligned to four bytes}}
