// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

extern int elsewhere;

inline int f() restrict(amp) { return elsewhere; }
// expected-error@-1 {{'elsewhere' can't be used in amp-restricted code}}
