// rows: amp.5.1.int_constructors
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
  const std::vector<int> data = numbers(24);
  array<int> a(24);
  array<int, 2> b(4, 6);
  array<int, 3> c(2, 3, 4);
  CHECK(a.extent[0] == 24 && b.extent == extent<2>(4, 6) && c.extent == extent<3>(2, 3, 4));
  array<int> d(24, data.begin());
  array<int, 2> e(4, 6, data.begin()), f(4, 6, data.begin(), data.end());
  array<int, 3> g(2, 3, 4, data.begin(), data.end());
  CHECK(std::vector<int>(d) == data && std::vector<int>(e) == data && std::vector<int>(f) == data);
  CHECK(std::vector<int>(g) == data);
  return failures();
}
