// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

namespace settings {
unsigned int seed = 1;
}

unsigned int f() restrict(amp) { return settings::seed; }
// expected-error@-1 {{'seed' can't be used in amp-restricted code}}
