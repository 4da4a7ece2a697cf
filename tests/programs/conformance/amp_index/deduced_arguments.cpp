// rows: amp.4.1.deduction
// flags: -std=c++17
// The template arguments come from the constructors' arguments.
#include <amp.h>

#include <list>
#include <vector>

#include "check.hpp"

using namespace concurrency;

template <class Expected, class T>
constexpr bool is(const T&) {
  return std::is_same<Expected, T>::value;
}

int main() {
  index i1(7), copy(i1);
  index i2(1, 2);
  index i3(1, 2, 3);
  CHECK(is<index<1>>(i1) && is<index<1>>(copy) && is<index<2>>(i2) && is<index<3>>(i3));
  extent e1(12);
  extent e2(3, 4);
  extent e3{2, 3, 2};
  CHECK(is<extent<1>>(e1) && is<extent<2>>(e2) && is<extent<3>>(e3) && e3.size() == 12);

  std::vector<int> v(12);
  const std::vector<float> constant(12, 1);
  int raw[12] = {5};
  const int* pointer = raw;
  array_view whole(v);
  array_view flat(12, v);
  array_view grid(3, 4, v);
  array_view block(2, 3, 2, raw);
  array_view by_extent(e2, v);
  array_view read(12, pointer);
  array_view of_array(raw);
  array_view of_constant(constant);
  array_view constant_grid(extent(2, 6), constant);
  array_view shared = grid;
  CHECK((is<array_view<int, 1>>(whole) && is<array_view<int, 1>>(flat) && is<array_view<int, 2>>(grid)));
  CHECK((is<array_view<int, 3>>(block) && is<array_view<int, 2>>(by_extent)));
  CHECK((is<array_view<const int, 1>>(read) && is<array_view<int, 1>>(of_array) && read[0] == 5));
  CHECK((is<array_view<const float, 1>>(of_constant) && is<array_view<const float, 2>>(constant_grid)));
  CHECK((is<array_view<int, 2>>(shared)));

  std::list<float> list(12, 2);
  array from_list(12, list.begin(), list.end());
  array placed(3, 4, list.begin(), accelerator().get_default_view());
  array by_domain(e3, v.begin());
  array of_view(constant_grid);
  array again = placed;
  CHECK((is<array<float, 1>>(from_list) && is<array<float, 2>>(placed) && is<array<int, 3>>(by_domain)));
  CHECK((is<array<float, 2>>(of_view) && is<array<float, 2>>(again)));
  const array<int, 3>& fixed = by_domain;
  array_view of_domain(by_domain);
  array_view of_fixed(fixed);
  CHECK((is<array_view<int, 3>>(of_domain) && is<array_view<const int, 3>>(of_fixed)));

  parallel_for_each(grid.get_extent(), [=](index<2> at) restrict(amp) {
    index turned(at[1], at[0]);
    extent domain(4, 3);
    grid[at] = domain.contains(turned) ? turned[0] : -1;
  });
  CHECK(grid(0, 3) == 3 && grid(2, 1) == 1);
  return failures();
}
