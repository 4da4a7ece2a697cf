// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct Kernel {
  // expected-error@-1 {{'Kernel' can't be the type of a kernel: it has the virtual member function '~Kernel'}}
  virtual ~Kernel() {}
  void operator()(index<1> i) const restrict(amp) {}
};

void run() { parallel_for_each(extent<1>(16), Kernel()); }
