// rows: amp.5.1.extent_constructor, amp.5.1.rank
#include <amp.h>

#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  static_assert(array<float, 2>::rank == 2 && array<float>::rank == 1, "");
  static_assert(std::is_same<array<float, 2>::value_type, float>::value, "");
  const int sizes[] = {2, 3, 4, 5};
  array<int, 1> a(extent<1>(6));
  array<int, 2> b(extent<2>(3, 4));
  array<int, 3> c(extent<3>(2, 3, 4));
  array<int, 4> d((extent<4>(sizes)));
  CHECK(a.extent == extent<1>(6) && b.extent == extent<2>(3, 4) && c.extent == extent<3>(2, 3, 4));
  CHECK(d.extent == extent<4>(sizes) && d.get_extent().size() == 120);
  parallel_for_each(
      d.extent, [&](index<4> i) restrict(amp) { d[i] = i[0] * 1000 + i[1] * 100 + i[2] * 10 + i[3]; });
  std::vector<int> got = d;
  CHECK(got.size() == 120 && got[119] == 1234 && got[0] == 0 && got[60] == 1000);
  return failures();
}
