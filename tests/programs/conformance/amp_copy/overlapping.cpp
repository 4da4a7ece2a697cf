// rows: amp.5.3.overlap
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  for (int i = 0; i < 64; ++i) data[i] = i;
  array<int, 1> a(64, data.begin()), b(64, data.begin());
  copy(a.section(0, 40), a.section(8, 40));
  copy(b.section(8, 40), b.section(0, 40));
  const std::vector<int> up = a, down = b;
  for (int i = 0; i < 40; ++i) CHECK(up[8 + i] == i && down[i] == 8 + i);
  array<int, 2> c(8, 8, data.begin());
  copy(c.section(0, 0, 6, 6), c.section(1, 1, 6, 6));
  const std::vector<int> shifted = c;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) CHECK(shifted[(i + 1) * 8 + j + 1] == i * 8 + j);
  CHECK(shifted[0] == 0 && shifted[7] == 7 && shifted[63] == 63 && shifted[8] == 8);
  array_view<int, 2> v(8, 8, data);
  copy(v.section(2, 0, 4, 8), v.section(0, 0, 4, 8));
  CHECK(v(0, 0) == 16 && v(3, 7) == 47 && v(4, 0) == 32);
  copy(v.section(4, 0, 4, 4), v.section(4, 4, 4, 4));  // side by side
  CHECK(v(7, 7) == 59 && v(7, 3) == 59 && v(4, 4) == 32);
  return failures();
}
