// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct Kernel {
  // expected-error@-1 {{'Kernel' can't be the type of a kernel: its member 'c' has the unsupported type 'char'}}
  array_view<int> v;
  char c;
  void operator()(index<1> i) const restrict(amp) { v[i] = c; }
};

void run(array_view<int> v) { parallel_for_each(v.get_extent(), Kernel{v, 1}); }
