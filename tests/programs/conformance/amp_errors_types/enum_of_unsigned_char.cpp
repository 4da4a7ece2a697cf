// rows: amp.2.4.1.enum
#include <amp.h>

using namespace concurrency;

enum class Colour : unsigned char { Red, Green };

int f(Colour c) restrict(amp);
// expected-error@-1 {{its underlying type 'unsigned char' is not int, unsigned int, long or unsigned long}}
