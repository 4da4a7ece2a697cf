// rows: amp.2.4.1.fundamental
#include <amp.h>

using namespace concurrency;

typedef unsigned char byte_type;
using small = short;

int f(byte_type b, small s) restrict(amp);
// expected-error@-1 {{'b' of the type 'byte_type'}}
// expected-error@-2 {{'s' of the type 'small'}}
