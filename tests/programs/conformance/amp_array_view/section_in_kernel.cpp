// rows: amp.5.2.section
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(64), out(16);
  array_view<const int, 2> v(8, 8, data);
  array_view<int, 2> w(4, 4, out);
  w.discard_data();
  parallel_for_each(
      w.extent, [=](index<2> i) restrict(amp) {
        array_view<const int, 2> block = v.section(i[0], i[1], 4, 4).section(index<2>(1, 1), extent<2>(2, 2));
        w[i] = block(1, 1) + block.extent[0];
      });
  w.synchronize();
  CHECK(out[0] == 18 + 2 && out[15] == 5 * 8 + 5 + 2 && out[5] == 27 + 2);
  return failures();
}
