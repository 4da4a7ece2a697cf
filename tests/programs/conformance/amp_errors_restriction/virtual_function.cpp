// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

struct Shape {
  int x;
  virtual int sides() const restrict(amp);
  // expected-error@-1 {{the virtual function 'sides' can't be restricted to amp}}
  virtual int area() const restrict(cpu, amp) = 0;
  // expected-error@-1 {{the virtual function 'area' can't be restricted to amp}}
};
