// rows: hc.array_view.copies
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(16);
  hc::array_view<int> a(16, data), b(a);
  a[3] = 30;
  CHECK(b[3] == 30);
  hc::parallel_for_each(b.get_extent(), [=](hc::index<1> i) [[hc]] { b[i] += 1; });
  CHECK(a[3] == 31 && a.internal() == b.internal());
  hc::array_view<int> c = a.section(2, 4);
  c(1) = 300;
  CHECK(b[3] == 300 && c.get_offset() == 2);
  std::vector<hc::array_view<int>> views(4, a);
  views[0] = c;
  CHECK(views[0][1] == 300 && views[3][15] == 16);
  return failures();
}
