// rows: amp.10.1.get, amp.10.1.subscript, amp.10.1.set
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<int> values(24);
  for (int k = 0; k < 24; ++k) values[k] = k;
  const texture<int, 1> line(24, values.begin(), values.end());
  texture<int, 2> plane(4, 6, values.begin(), values.end());
  const texture<int, 3> space(2, 3, 4, values.begin(), values.end());
  array_view<int, 1> seen(9);
  parallel_for_each(extent<1>(1), [=, &line, &plane, &space](index<1> i) restrict(amp) {
    seen[0] = line[5];
    seen[1] = line(6);
    seen[2] = line[i] + line(i) + line.get(index<1>(7));
    seen[3] = plane[index<2>(2, 3)];
    seen[4] = plane(2, 4);
    seen[5] = plane.get(index<2>(3, 5));
    seen[6] = space(1, 2, 3);
    seen[7] = space[index<3>(1, 0, 2)] + space(index<3>(0, 0, 1));
    plane.set(index<2>(1, 1), 99);
    seen[8] = plane(1, 1);
  });
  const int expected[] = {5, 6, 7, 15, 16, 23, 23, 15, 99};
  for (int k = 0; k < 9; ++k) CHECK(seen[k] == expected[k]);
  copy(plane, values.begin());
  CHECK(values[7] == 99 && values[6] == 6);
  return failures();
}
