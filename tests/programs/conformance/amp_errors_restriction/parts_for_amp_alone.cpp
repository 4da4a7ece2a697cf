// rows: amp.2.3.amp_from_cpu, amp.2.3.calls
// A constructor for both sides makes its bases and members on the CPU as well.
#include <amp.h>

struct alone {
  int v;
  alone() restrict(amp) : v(1) {}
  explicit alone(int x) restrict(cpu, amp) : v(x) {}
};
struct by_default {
  int v;
  by_default(int x = 3) restrict(amp) : v(x) {}
};
struct pair {
  int v;
  pair() restrict(amp) : v(1) {}
  pair() restrict(cpu) : v(2) {}
};

struct member {
  alone part;
  member() restrict(cpu, amp) {}
  // expected-error@-1 {{'alone' is restricted to amp and can't be used in code for the CPU}}
};
struct base : alone {
  base() restrict(cpu, amp) {}
  // expected-error@-1 {{'alone' is restricted to amp and can't be used in code for the CPU}}
};
struct elements {
  by_default parts[2];
  elements() restrict(cpu, amp) {}
  // expected-error@-1 {{'by_default' is restricted to amp and can't be used in code for the CPU}}
};

struct named {
  alone part;
  named() restrict(cpu, amp) : part(2) {}
};
struct initialised {
  alone part = alone(4);
  initialised() restrict(cpu, amp) {}
};
struct of_pair {
  pair part;
  of_pair() restrict(cpu, amp) {}
};
struct for_amp {
  alone part;
  for_amp() restrict(amp) {}
};

int main() {}
