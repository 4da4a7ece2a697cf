// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct Kernel {
  // expected-error@-1 {{'Kernel' can't be the type of a kernel: its member 'p' is a pointer}}
  int* p;
  void operator()(index<1> i) const restrict(amp) { p[i[0]] = 1; }
};

void run(int* p) { parallel_for_each(extent<1>(16), Kernel{p}); }
