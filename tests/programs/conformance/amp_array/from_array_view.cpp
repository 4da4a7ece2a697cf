// rows: amp.5.1.array_view_constructors
// ptx: none
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
  std::vector<int> data = numbers(12);
  const accelerator_view view = accelerator().create_view();
  const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
  array_view<int, 2> source(3, 4, data);
  array_view<const int, 2> constant(source);
  array<int, 2> a(source), b(constant), c(source, view), d(constant, view, access_type_none),
      e(source, cpu, view);
  for (const array<int, 2>* one : {&a, &b, &c, &d, &e}) {
    CHECK(one->extent == source.extent);
    CHECK(std::vector<int>(*one) == data);
  }
  CHECK(c.accelerator_view == view && e.associated_accelerator_view == view);
  array<int, 2> part(source.section(1, 1, 2, 3));
  const std::vector<int> expected = {5, 6, 7, 9, 10, 11};
  CHECK(std::vector<int>(part) == expected);
  source(0, 0) = 99;  // the arrays have their own elements
  CHECK(std::vector<int>(a)[0] == 0);
  return failures();
}
