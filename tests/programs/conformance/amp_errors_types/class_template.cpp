// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

template <class T>
struct Pair {
  T first, second;
};

int good(Pair<int> p) restrict(amp) { return p.first; }
int bad(Pair<short> p) restrict(amp) { return p.first; }
// expected-error@-1 {{'p' of the type 'Pair<short>' is not allowed in amp-restricted code: its member 'first' has the unsupported type 'short'}}
