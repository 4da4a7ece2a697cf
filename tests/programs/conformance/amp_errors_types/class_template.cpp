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

// An explicit instantiation makes all members, also those that nothing calls.
template <typename T>
struct counter {
  static T next(T value) restrict(amp) { return value + 1; }
  // expected-error@-1 {{'value' of the type 'short' is not allowed in amp-restricted code}}
  T host(T value) const { return value; }
};
template struct counter<int>;
template struct counter<short>;
// expected-note@-1 {{'counter<short>' is instantiated here}}
