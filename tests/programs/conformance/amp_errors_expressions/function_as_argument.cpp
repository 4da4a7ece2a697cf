// rows: amp.2.4.3.calls
// The function's address is the mistake; that the instance has a parameter for it is none besides.
#include <amp.h>

int twice(int n) restrict(cpu, amp) { return 2 * n; }
template <class T>
int by_value(T) restrict(amp) {
  return 1;
}
template <class T>
int by_reference(T&&) restrict(amp) {
  return 2;
}

int f() restrict(amp) {
  return by_value(twice) +
         // expected-error@-1 {{the address of the function 'twice' is not allowed in amp-restricted code}}
         by_reference(twice);
  // expected-error@-1 {{the address of the function 'twice' is not allowed in amp-restricted code}}
}
