// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

#pragma pack(push, 1)
struct Packed {
  bool valid;
  int value;
  // expected-note@-1 {{'value' declared here}}
};
#pragma pack(pop)

int f(Packed p) restrict(amp) { return p.value; }
// expected-error@-1 {{its member 'value' is not aligned to four bytes}}
