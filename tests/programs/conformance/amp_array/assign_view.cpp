// rows: amp.5.1.assign_array_view
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(6);
  array_view<int> source(6, data);
  array<int> a(6);
  array_view<int> seen(a);  // stays a view of the array's elements
  a = source;
  CHECK(seen[5] == 5 && std::vector<int>(a) == data);
  array_view<const int> constant(source);
  source[5] = 50;
  a = constant;
  CHECK(seen[5] == 50);
  array<int> small(3);
  CHECK_THROWS(small = source, runtime_exception, "");
  return failures();
}
