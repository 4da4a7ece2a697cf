// rows: amp.2.4.reference_captures
// Classes that are derived from array and texture are captured as these are.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

template <class T>
struct matrix : array<T, 2> {
  matrix(int r, int c) : array<T, 2>(r, c), rows(r), columns(c) {}
  int rows, columns;
};
struct square : matrix<float> {
  explicit square(int n) : matrix<float>(n, n) {}
};
struct image : graphics::texture<int, 1> {
  explicit image(int n) : graphics::texture<int, 1>(n) {}
};

int main() {
  matrix<float> m(5, 5);
  square s(5);
  image t(4);
  parallel_for_each(m.extent, [&](index<2> i) restrict(amp) {
    m[i] = i[0] * 10.0f + i[1] + m.columns;
    s[i] = m[i] + s.rows;
  });
  std::vector<float> found(25);
  copy(s, found.begin());
  for (int i = 0; i < 25; ++i) CHECK(found[i] == i / 5 * 10.0f + i % 5 + 10);
  parallel_for_each(t.extent, [&t](index<1> i) restrict(amp) { t.set(i, 2 * i[0]); });
  std::vector<int> texels(4);
  copy(t, texels.begin());
  CHECK(texels[3] == 6);
  return failures();
}
