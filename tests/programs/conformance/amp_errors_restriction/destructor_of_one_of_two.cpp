// rows: amp.2.2.destructors
#include <amp.h>

using namespace concurrency;

struct Guard {
  int n;
  Guard() : n(0) {}
  Guard(int n) restrict(cpu, amp) : n(n) {}
  // expected-note@-1 {{'Guard' declared here}}
  ~Guard() restrict(cpu) {}
  // expected-error@-1 {{'~Guard' must be restricted to amp as well: a constructor is}}
};
