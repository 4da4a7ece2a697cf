// rows: amp.5.2.const_container_constructors, amp.5.2.const_conversion
#include <amp.h>

#include <array>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

static int sum_of(const array_view<const int, 2>& v) {
  int sum = 0;
  for (int i = 0; i < v.extent[0]; ++i)
    for (int j = 0; j < v.extent[1]; ++j) sum += v(i, j);
  return sum;
}

int main() {
  const std::vector<int> data = numbers(24);
  const int plain[] = {1, 2, 3, 4};
  std::vector<int> changeable = numbers(24);
  array_view<const int> a(data), b(24, data), c(4, plain), d(plain), e(24, changeable);
  array_view<const int, 2> f(4, 6, data), g(extent<2>(4, 6), data.data()), h(4, 6, changeable);
  CHECK(a[23] == 23 && b[1] == 1 && c[3] == 4 && d.extent[0] == 4 && e[2] == 2 && f(3, 5) == 23 &&
        g(0, 1) == 1);
  array_view<int, 2> writable(4, 6, changeable);
  array_view<const int, 2> converted = writable, assigned = h;
  assigned = writable;
  CHECK(sum_of(writable) == 276 && sum_of(converted) == 276 && sum_of(assigned) == 276);
  array<int, 2> arr(4, 6, data.begin());
  const array<int, 2>& constant = arr;
  array_view<const int, 2> of_array(arr), of_constant(constant);
  array_view<int, 1> out(1);
  parallel_for_each(
      out.extent, [=](index<1> i) restrict(amp) {
        out[i] = of_array(3, 5) + of_constant(3, 4) + converted(3, 3) + b[i] + f[index<2>(3, 2)];
      });
  CHECK(out[0] == 23 + 22 + 21 + 0 + 20);
  return failures();
}
