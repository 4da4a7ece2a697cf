// rows: amp.2.4.3.calls
#include <amp.h>

#include <new>

using namespace concurrency;

bool f() restrict(amp) { return new (std::nothrow) int != nullptr; }
// expected-error@-1 {{'new' is not allowed in amp-restricted code}}
