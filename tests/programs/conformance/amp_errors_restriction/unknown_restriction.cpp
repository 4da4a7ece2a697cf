// rows: amp.2.1.clause
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(gpu);
// expected-error@-1 {{'gpu' is not a restriction}}

int g(int n) restrict(amp, fpga);
// expected-error@-1 {{'fpga' is not a restriction}}

int several(int n) restrict(cpu), of_one(int n) restrict(pga), type(int n) restrict();
// expected-error@-1 {{'pga' is not a restriction}}
// expected-error@-2 {{a restrict clause needs a restriction}}

int take(int (*p)(int) restrict(bar)) restrict(quux);
// expected-error@-1 {{'bar' is not a restriction}}
// expected-error@-2 {{'quux' is not a restriction}}

typedef int (*pointer)(int) restrict(gpus);  // expected-error {{'gpus' is not a restriction}}

struct members {
  int f() const restrict(amd);  // expected-error {{'amd' is not a restriction}}
};

#if 0
int h(int n) restrict(left, out) { return n; }
#endif
