// rows: amp.2.4.1.compound
// Class templates that amp-restricted signatures name and nothing instantiates, or nothing can.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <class T>
struct box {
  T v;
};
template <class T>
struct unknown;
template <class T>
struct broken {
  typename T::none x;
};
class owner {
  template <class T>
  struct hidden {
    T v;
  };
  int member(hidden<int>*) restrict(amp);
};
void declared(box<float>, const box<box<int>>&) restrict(amp);
void incomplete(const unknown<short>&) restrict(cpu, amp);
void never(const broken<int>*) restrict(amp);
void cpu(box<char>);

int used(const box<int>* b) restrict(cpu, amp) { return b ? 1 : 0; }

int main() {
  array_view<int, 1> v(1);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = used(nullptr) + 4; });
  CHECK(v[0] == 4);
  return failures();
}
