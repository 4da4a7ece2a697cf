// rows: amp.5.1.copy_to
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
  const std::vector<int> data = numbers(12);
  const array<int, 2> a(3, 4, data.begin());
  array<int, 2> b(3, 4), other(4, 3);
  a.copy_to(b);
  CHECK(std::vector<int>(b) == data);
  std::vector<int> memory(12);
  array_view<int, 2> view(3, 4, memory);
  a.copy_to(view);
  CHECK(view(2, 3) == 11);
  CHECK_THROWS(a.copy_to(other), runtime_exception, "");
  return failures();
}
