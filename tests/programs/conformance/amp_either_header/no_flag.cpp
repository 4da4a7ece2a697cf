// rows: amp.headers.no_flag
// dialect: none
#include <amp.h>

#include "check.hpp"

int both(int x) restrict(cpu, amp) { return x + 1; }

int main() {
  concurrency::array_view<int> v(2);
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = both(i[0]); });
  CHECK(v[1] == 2);
  return failures();
}
