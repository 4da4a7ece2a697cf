// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct Kernel {
  // expected-error@-1 {{'Kernel' can't be the type of a kernel: its member 'n' is a reference}}
  array_view<int> v;
  const int& n;
  void operator()(index<1> i) const restrict(amp) { v[i] = n; }
};

void run(array_view<int> v, int n) { parallel_for_each(v.get_extent(), Kernel{v, n}); }
