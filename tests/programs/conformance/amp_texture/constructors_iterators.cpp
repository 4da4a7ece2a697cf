// rows: amp.10.1.from_iterators
#include <amp_graphics.h>

#include <list>
#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

template <int N>
bool holds(const texture<int, N>& t, int first) {
  std::vector<int> values(t.extent.size());
  copy(t, values.begin());
  for (std::size_t k = 0; k < values.size(); ++k)
    if (values[k] != first + int(k)) return false;
  return true;
}

int main() {
  std::vector<int> values(24);
  for (int k = 0; k < 24; ++k) values[k] = 5 + k;
  const std::list<int> listed(values.begin(), values.end());
  const accelerator_view view = accelerator().default_view;
  CHECK(holds(texture<int, 1>(extent<1>(24), values.begin(), values.end()), 5));
  CHECK(holds(texture<int, 1>(24, listed.begin(), listed.end()), 5));
  CHECK(holds(texture<int, 2>(4, 6, values.data(), values.data() + 24), 5));
  CHECK(holds(texture<int, 2>(4, 6, values.begin(), values.end(), view), 5));
  CHECK(holds(texture<int, 3>(2, 3, 4, values.begin(), values.end()), 5));
  CHECK(holds(texture<int, 3>(extent<3>(2, 3, 4), listed.begin(), listed.end(), view), 5));
  CHECK(holds(texture<int, 3>(2, 3, 4, values.begin(), values.end(), view, view), 5));

  // The order of the elements is that of arrays.
  const texture<int, 3> t(2, 3, 4, values.begin(), values.end());
  array_view<int, 3> seen(2, 3, 4);
  parallel_for_each(seen.extent, [=, &t](index<3> i) restrict(amp) { seen[i] = t(i[0], i[1], i[2]); });
  CHECK(seen(0, 0, 1) == 6 && seen(0, 1, 0) == 9 && seen(1, 0, 0) == 17 && seen(1, 2, 3) == 28);
  return failures();
}
