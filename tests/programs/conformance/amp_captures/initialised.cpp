// rows: amp.2.4.init_captures
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// The initialiser of a capture is evaluated outside of the lambda: there `this` may be used.
struct counter {
  int step = 3;
  array_view<int> values;

  void run() {
    parallel_for_each(
        values.get_extent(), [ v = values, s = this->step, twice = step * 2 ](index<1> i) restrict(amp) {
          v[i] = s * i[0] + twice;
        });
  }
};

int main() {
  counter c{3, array_view<int>(8)};
  c.run();
  for (int i = 0; i < 8; ++i) CHECK(c.values[i] == 3 * i + 6);
  return failures();
}
