// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

int f(int n) throw() restrict(amp) { return n; }
// expected-error@-1 {{'f' is restricted to amp and can't have an exception specification}}
int g(int n) noexcept restrict(amp) { return n; }
