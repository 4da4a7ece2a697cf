// rows: hc.headers.both_flags
// flags: -std=c++amp -std=c++17
#include <amp.h>

#include "check.hpp"

using namespace Concurrency;

int unannotated(int x) { return x + 1; }

int main() {
  array_view<int, 1> v(2);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    if constexpr (sizeof(int) == 4) v[i] = unannotated(i[0]);
  });
  CHECK(v[1] == 2);
  return failures();
}
