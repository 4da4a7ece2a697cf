// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

int local(int n) restrict(amp) {
  int* p = &n;
  int** q = &p;
  // expected-error@-1 {{pointers to pointers are not supported}}
  return **q;
}

void parameter(float** p) restrict(amp) {}
// expected-error@-1 {{'p' of the type 'float **'}}

int** result() restrict(amp);
// expected-error@-1 {{a result of the type 'int **'}}
