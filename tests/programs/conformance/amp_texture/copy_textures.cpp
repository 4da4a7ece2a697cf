// rows: amp.10.6.textures, amp.10.6.sections, amp.10.1.copy_to
// ptx: none
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

template <class T>
std::vector<int> all(const T& t) {
  std::vector<int> values(t.extent.size());
  copy(t, values.begin());
  return values;
}

int main() {
  std::vector<int> values(24);
  for (int k = 0; k < 24; ++k) values[k] = k;
  const texture<int, 3> t(2, 3, 4, values.begin(), values.end());
  texture<int, 3> a(2, 3, 4), b(2, 3, 4), c(2, 3, 4), d(3, 3, 3);
  copy(t, a);
  t.copy_to(b);
  t.copy_to(writeonly_texture_view<int, 3>(c));
  CHECK(all(a) == values && all(b) == values && all(c) == values);

  const std::vector<int> zeros(27);
  copy(zeros.begin(), zeros.end(), d);
  copy(t, index<3>(0, 1, 2), d, index<3>(1, 0, 1), extent<3>(2, 2, 2));
  const std::vector<int> boxed = all(d);
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) {
        const bool inside = z >= 1 && y < 2 && x >= 1;
        CHECK(boxed[z * 9 + y * 3 + x] == (inside ? (z - 1) * 12 + (y + 1) * 4 + x + 1 : 0));
      }
  texture_view<int, 3> view(a);
  copy(texture_view<const int, 3>(d), index<3>(1, 0, 1), view, index<3>(0, 0, 0), extent<3>(1, 1, 2));
  CHECK(all(a)[0] == 6 && all(a)[1] == 7 && all(a)[2] == 2);
  return failures();
}
