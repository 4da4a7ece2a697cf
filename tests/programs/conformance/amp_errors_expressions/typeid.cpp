// rows: amp.2.4.3.miscellaneous
#include <amp.h>

#include <typeinfo>

using namespace concurrency;

bool f(int n) restrict(amp) { return &typeid(n) != nullptr; }
// expected-error@-1 {{'typeid' is not allowed in amp-restricted code}}
