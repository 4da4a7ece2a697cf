// rows: amp.2.3.specialised_member
#include <amp.h>

template <typename T>
struct box {
  int get() restrict(cpu) { return 1; }
  int get() restrict(amp) { return 2; }
};
template <>
int box<int>::get() restrict(cpu) { return 3; }
template <>
int box<int>::get() restrict(amp) {
  short narrow = 4;
  // expected-error@-1 {{'narrow' of the type 'short' is not allowed in amp-restricted code}}
  return narrow;
}

int main() {}
