// rows: amp.2.whole_programs
#include <amp.h>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> d(24);
  for (int i = 0; i < 24; ++i) d[i] = i;
  accelerator_view view = accelerator().default_view;
  array<int, 1> a(24), a1(24, d.begin()), a2(24, d.begin(), d.end()), a3(24, view), a4(24, d.begin(), view);
  array<int, 2> b(4, 6), b1(extent<2>(4, 6), d.begin()), b2(4, 6, d.begin(), d.end(), view);
  array<int, 3> c(2, 3, 4), c1(2, 3, 4, d.begin()), c2(extent<3>(2, 3, 4), view);
  array<int, 1> copied(a1), moved(std::move(a2));
  a = copied;
  a1.copy_to(a3);
  copy(b1, b);
  b1.copy_to(array_view<int, 2>(b2));
  copy(c1, c2);
  std::vector<int> out = a3;
  CHECK(out == d && moved.extent.size() == 24 && c2.extent == extent<3>(2, 3, 4) &&
        (array<int, 2>::rank == 2));
  array_view<int, 2> w(b1.section(1, 1, 2, 2));
  array_view<int> r(24);
  parallel_for_each(
      view, extent<1>(24), [ =, &b1, &c1, &a1 ](index<1> i) restrict(amp) {
        int row = i[0] / 6, column = i[0] % 6;
        r[i] = b1(row, column) + b1[row][column] + b1[index<2>(row, column)] +
               c1(i[0] / 12, i[0] / 4 % 3, i[0] % 4) + a1(i) + w(0, 0) - 7;
      });
  for (int i = 0; i < 24; ++i) CHECK(r[i] == 5 * i);
  CHECK(a1.reinterpret_as<float>().extent[0] == 24 && a1.view_as(extent<2>(4, 6))(3, 5) == 23);
  CHECK(a1.accelerator_view == view && a1.associated_accelerator_view == view);
  return failures();
}
