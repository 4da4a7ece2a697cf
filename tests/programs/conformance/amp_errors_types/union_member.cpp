// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

union Bits {
  float value;
  unsigned char bytes[4];
};

float f(Bits b) restrict(amp) { return b.value; }
// expected-error@-1 {{its member 'bytes' has the unsupported type 'unsigned char[4]'}}
