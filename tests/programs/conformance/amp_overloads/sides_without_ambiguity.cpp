// rows: amp.2.2.ranking
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// The functions of ../amp_errors_restriction/ambiguous_sides.cpp, called so that one fits best, or that one
// alone may be called.
int by_conversion(long n) restrict(amp) { return 10 + int(n); }
int by_conversion(double n) restrict(cpu, amp) { return 20 + int(n); }

int by_default(int n, int more = 0) restrict(amp) { return 30 + n + more; }
int by_default(long n) restrict(cpu, amp) { return 40 + int(n); }

namespace one {
int half(int n) restrict(amp) { return 100 + n / 2; }
}  // namespace one
namespace two {
int half(int n) restrict(cpu, amp) { return 200 + n / 2; }
}  // namespace two

using namespace one;
using namespace two;

struct Made {
  int n;
  Made(long given) restrict(amp) : n(50 + int(given)) {}
  Made(double given) restrict(cpu, amp) : n(60 + int(given)) {}
};

// What both sides run has the functions for both alone.
int of_both(int n) restrict(cpu, amp) { return by_conversion(double(n)) + by_default(long(n)) + two::half(n); }

int main() {
  array_view<int> v(8);
  parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    if (t.local[0] == 0) {
      v[0] = by_conversion(1L);
      v[1] = by_conversion(1.0f);
      v[2] = by_default(1);
      v[3] = by_default(1L);
      v[4] = one::half(4) + two::half(4);
      v[5] = Made(1L).n;
      v[6] = Made(1.0).n;
      v[7] = of_both(1);
    }
  });
  const int want[8] = {11, 21, 31, 41, 304, 51, 61, 21 + 41 + 200};
  for (int i = 0; i < 8; ++i) CHECK(v[i] == want[i]);
  CHECK(by_conversion(1) == 21 && by_default(1) == 41 && half(4) == 202 && Made(1).n == 61);
  CHECK(of_both(1) == want[7]);
  return failures();
}
