// rows: amp.2.3.kernels
#include <amp.h>

using namespace concurrency;

struct Kernel {
  array_view<int> v;
  void operator()(index<1> i) const { v[i] = 1; }
  // expected-error@-1 {{a kernel must be declared with restrict(amp)}}
};

void run(array_view<int> v) { parallel_for_each(v.get_extent(), Kernel{v}); }
