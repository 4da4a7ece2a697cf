// rows: amp.5.2.copy, amp.5.2.assignment
#include <amp.h>

#include <map>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(8), others = numbers(8);
  array_view<int> a(8, data), b(a), c(8, others);
  a[3] = 33;
  CHECK(b[3] == 33 && c[3] == 3);
  c = a;
  c[4] = 44;
  CHECK(a[4] == 44);
  parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] += 1; });
  CHECK(a[4] == 45 && c[7] == 8);
  std::vector<array_view<int>> views(3, a);
  views.push_back(array_view<int>(8, others));
  views.erase(views.begin());
  CHECK(views.size() == 3 && views[0][3] == 34 && views[2][3] == 3);
  std::map<int, array_view<int>> by_number;
  by_number.emplace(1, a);
  CHECK(by_number.at(1)[0] == 1);
  return failures();
}
