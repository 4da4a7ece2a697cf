// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

void f(const std::nullptr_t& n) restrict(amp) {}
// expected-error@-1 {{references to std::nullptr_t are not supported}}
