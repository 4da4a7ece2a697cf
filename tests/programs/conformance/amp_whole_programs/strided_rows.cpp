// rows: amp.2.whole_programs
// Every Nth element of two rows, as the restriction of a multigrid solver or a mipmap reads them.
#include <amp.h>
#include <vector>

#include "check.hpp"

using namespace concurrency;

template <typename T, int Step>
int two_rows() {
  const int size = 31, width = Step * size + 3;
  std::vector<T> from(width * width), to(size * size);
  for (int i = 0; i < width * width; ++i) from[i] = static_cast<T>(i * 13 % 101);
  array_view<const T, 2> in(width, width, from);
  array_view<T, 2> out(size, size, to);
  parallel_for_each(out.extent, [=](index<2> i) restrict(amp) {
    int y = Step * i[0] + 2, x = Step * i[1] + 2;
    out[i] = in(y - 1, x) + 2 * in(y + 1, x);
  });
  out.synchronize();
  int wrong = 0;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      const T* upper = &from[(Step * y + 1) * width + Step * x + 2];
      wrong += to[y * size + x] != upper[0] + 2 * upper[2 * width];
    }
  return wrong;
}

template <typename T>
int steps() {
  return two_rows<T, 1>() + two_rows<T, 2>() + two_rows<T, 3>() + two_rows<T, 4>() + two_rows<T, 8>();
}

int main() {
  CHECK(steps<int>() == 0);
  CHECK(steps<float>() == 0);
  CHECK(steps<double>() == 0);
  return failures();
}
