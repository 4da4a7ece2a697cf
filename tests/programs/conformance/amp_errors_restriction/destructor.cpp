// rows: amp.2.2.destructors
#include <amp.h>

using namespace concurrency;

struct Guard {
  Guard() restrict(amp) {}
  ~Guard() {}
  // expected-error@-1 {{'~Guard' must be restricted to amp as well: a constructor is}}
};
