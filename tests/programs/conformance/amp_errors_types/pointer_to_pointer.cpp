// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

int local(int n) restrict(amp) {
  int* p = &n;
  int** q = &p;
  // expected-error@-1 {{pointers to pointers are not supported}}
  return **q;
}

bool unnamed(int* p, int (*rows)[3], int* const& same) restrict(amp) {
  int n = 1;
  bool right = &n != p && &*p == same && &rows[1][0] != &(*rows)[2] && &rows[1] != rows;
  return right && &p == nullptr;
  // expected-error@-1 {{the address of a pointer is not allowed in amp-restricted code: pointers to pointers}}
}

template <typename T>
bool in_template(T* p) restrict(amp) {
  return &p == nullptr;
  // expected-error@-1 {{the address of a pointer is not allowed in amp-restricted code: pointers to pointers}}
}
bool instance(int* p) restrict(amp) { return in_template(p); }

void parameter(float** p) restrict(amp) {}
// expected-error@-1 {{'p' of the type 'float **'}}

int** result() restrict(amp);
// expected-error@-1 {{a result of the type 'int **'}}
