// rows: amp.2.3.specialised_member
#include <amp.h>

using namespace concurrency;

template <typename T>
struct box {
  int get() restrict(cpu) { return 1; }
  int get() restrict(amp) { return 2; }
};
template <>
int box<int>::get() restrict(cpu) { return 3; }
// expected-error@-1 {{can't choose between the members 'box::get', which differ in their restrictions alone}}
template <>
int box<int>::get() restrict(amp) { return 4; }
// expected-error@-1 {{can't choose between the members 'box::get', which differ in their restrictions alone}}

int main() {}
