// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Flag {
  bool set;
};

bool f(Flag flag) restrict(amp) {
  Flag flags[3];
  // expected-error@-1 {{the elements of an array must be aligned to four bytes}}
  flags[0] = flag;
  return flags[0].set;
}
