// rows: amp.5.2.copy_to
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
  std::vector<int> data = numbers(12), others(12);
  array_view<const int, 2> source(3, 4, data);
  array_view<int, 2> view(3, 4, others);
  array<int, 2> arr(3, 4), wrong(2, 4);
  source.copy_to(view);
  source.copy_to(arr);
  CHECK(view(2, 3) == 11 && std::vector<int>(arr) == data);
  array_view<int, 2>(arr).section(0, 0, 1, 4).copy_to(view.section(2, 0, 1, 4));
  CHECK(view(2, 3) == 3 && view(1, 3) == 7);
  CHECK_THROWS(source.copy_to(wrong), runtime_exception, "");
  return failures();
}
