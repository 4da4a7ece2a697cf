// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  int* pointers[2] = {&n, &n};
  // expected-error@-1 {{arrays of pointers are not supported}}
  return *pointers[0];
}
