// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

struct Shape {
  virtual int sides() const { return 0; }
};
struct Square : Shape {
  int sides() const restrict(cpu, amp) { return 4; }
  // expected-error@-1 {{the virtual function 'sides' can't be restricted to amp}}
};
