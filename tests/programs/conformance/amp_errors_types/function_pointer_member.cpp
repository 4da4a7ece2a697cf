// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Callback {
  int (*call)(int);
};

int f(Callback c) restrict(amp);
// expected-error@-1 {{its member 'call' is a pointer to a function}}
