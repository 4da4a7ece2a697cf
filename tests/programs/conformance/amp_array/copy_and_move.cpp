// rows: amp.5.1.copy_constructor, amp.5.1.move_constructor, amp.5.1.assignment
#include <amp.h>

#include <utility>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(6), zeros(6);
  const accelerator_view view = accelerator().create_view();
  array<int> a(6, data.begin(), view), b(a);
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] = 0; });
  CHECK(std::vector<int>(b) == data && std::vector<int>(a) == zeros && b.accelerator_view == view);
  array<int> c(std::move(b));
  parallel_for_each(c.extent, [&](index<1> i) restrict(amp) { c[i] += i[0]; });
  CHECK(std::vector<int>(c)[5] == 10);
  array<int> d(2);
  d = a;
  CHECK(d.extent[0] == 6 && std::vector<int>(d) == zeros);
  d = std::move(c);
  CHECK(std::vector<int>(d)[5] == 10);
  array<int>& self = d;
  d = self;
  CHECK(std::vector<int>(d)[5] == 10);
  parallel_for_each(d.extent, [&](index<1> i) restrict(amp) { d[i] = 7; });
  CHECK(std::vector<int>(d)[0] == 7);
  return failures();
}
