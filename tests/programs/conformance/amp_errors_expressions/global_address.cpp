// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

int value;

bool f(const int* p) restrict(amp) { return p == &value; }
// expected-error@-1 {{'value' can't be used in amp-restricted code}}
