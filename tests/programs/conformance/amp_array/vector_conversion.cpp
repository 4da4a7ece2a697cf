// rows: amp.5.1.vector_conversion, amp.5.1.data
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
  const std::vector<int> data = numbers(20);
  array<int, 2> a(4, 5, data.begin());
  std::vector<int> got = a;
  CHECK(got == data);
  parallel_for_each(a.extent, [&](index<2> i) restrict(amp) { a[i] *= 2; });
  got = a;  // waits for the kernel
  CHECK(got[19] == 38);
  const array<int, 2>& constant = a;
  if (a.cpu_access_type != access_type_none) CHECK(a.data()[19] == 38 && constant.data() == a.data());
  array_view<int, 1> seen(1);
  parallel_for_each(seen.extent, [&a, seen ](index<1> i) restrict(amp) { seen[i] = a.data()[7]; });
  CHECK(seen[0] == 14);
  return failures();
}
