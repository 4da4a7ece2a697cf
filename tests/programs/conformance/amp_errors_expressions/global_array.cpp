// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

static float table[4] = {1, 2, 3, 4};

float f(int n) restrict(amp) { return table[n]; }
// expected-error@-1 {{'table' can't be used in amp-restricted code}}
