// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int twice(int n) restrict(amp) { return 2 * n; }

bool f() restrict(amp) { return &twice != nullptr; }
// expected-error@-1 {{the address of the function 'twice' is not allowed in amp-restricted code}}
