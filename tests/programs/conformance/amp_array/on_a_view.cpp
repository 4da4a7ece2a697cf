// rows: amp.5.1.view_constructors, amp.5.1.accelerator_view
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
  const std::vector<int> data = numbers(12);
  const accelerator_view view = accelerator().create_view();
  array<int> a(12, view), b(12, data.begin(), view), c(12, data.begin(), data.end(), view);
  array<int, 2> d(extent<2>(3, 4), view), e(3, 4, data.begin(), view),
      f(3, 4, data.begin(), data.end(), view);
  array<int, 3> g(1, 3, 4, view);
  CHECK(a.accelerator_view == view && b.accelerator_view == view && c.accelerator_view == view);
  CHECK(d.accelerator_view == view && e.accelerator_view == view && f.accelerator_view == view);
  CHECK(g.get_accelerator_view() == view && g.accelerator_view != accelerator().default_view);
  CHECK(array<int>(3).accelerator_view == accelerator().default_view);
  CHECK(std::vector<int>(b) == data && std::vector<int>(c) == data && std::vector<int>(e) == data);
  CHECK(std::vector<int>(f) == data);
  return failures();
}
