// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct Name {
  int length;
  char text[12];
};

int f(const Name* n) restrict(cpu, amp) { return n->length; }
// expected-error@-1 {{its member 'text' has the unsupported type 'char[12]'}}
