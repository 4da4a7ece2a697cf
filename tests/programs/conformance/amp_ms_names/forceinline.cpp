// rows: amp.ms.names.inline
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

__forceinline int twice(int x) restrict(amp, cpu) { return 2 * x; }
static __inline int thrice(int x) restrict(amp) { return 3 * x; }
__declspec(noinline) int half(int x) { return x / 2; }
struct Point {
  __forceinline int sum() const restrict(amp, cpu) { return x + y; }
  int x, y;
};

int main() {
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        Point p = {view[i], 1};
        view[i] = twice(view[i]) + thrice(1) + p.sum();
      });
  view.synchronize();
  CHECK(data[5] == 10 && half(twice(4)) == 4);
  return failures();
}
