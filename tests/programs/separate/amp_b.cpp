#include "amp_functions.h"

int deep::chain(int x) restrict(amp) {
  int a[3], n;
  fill(a, 3, n);  // back to the unit that called
  return x + a[2] + n;
}
