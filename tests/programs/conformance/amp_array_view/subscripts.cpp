// rows: amp.5.2.subscript, amp.5.2.call, amp.5.2.get_ref
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
  std::vector<int> data = numbers(24);
  const array_view<int, 1> a(24, data);
  const array_view<int, 2> b(4, 6, data);
  const array_view<int, 3> c(2, 3, 4, data);
  CHECK(a[5] == 5 && a(6) == 6 && a[index<1>(7)] == 7 && a(index<1>(8)) == 8 && a.get_ref(index<1>(9)) == 9);
  CHECK(b(1, 2) == 8 && b[index<2>(3, 5)] == 23 && b(index<2>(0, 1)) == 1 && b.get_ref(index<2>(1, 0)) == 6);
  CHECK(c(1, 2, 3) == 23 && c[index<3>(0, 1, 1)] == 5);
  b(1, 2) = 80;  // a const view is not a view of const
  array_view<int, 1> out(6);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        out[0] = a[8];
        out[1] = a(index<1>(9));
        out[2] = b(2, 2) + b[index<2>(0, 3)];
        out[3] = c(1, 0, 0) + c.get_ref(index<3>(0, 0, 1));
        out.get_ref(index<1>(4)) = 44;
        out(5) = a.extent[0];
      });
  const int expected[] = {80, 9, 14 + 3, 12 + 1, 44, 24};
  for (int i = 0; i < 6; ++i) CHECK(out[i] == expected[i]);
  return failures();
}
