// rows: amp.5.2.write_back
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
  std::vector<int> data = numbers(16);
  {
    array_view<int> outer(16, data);
    {
      array_view<int> inner(outer);
      parallel_for_each(inner.extent, [=](index<1> i) restrict(amp) { inner[i] += 1; });
    }
    parallel_for_each(outer.extent, [=](index<1> i) restrict(amp) { outer[i] *= 10; });
  }
  CHECK(data[0] == 10 && data[15] == 160);
  const std::vector<int> constant = numbers(4);
  int seen = 0;
  {
    array_view<const int> v(4, constant);
    array_view<int> out(1, &seen);
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = v[3]; });
  }
  CHECK(seen == 3 && constant[3] == 3);
  return failures();
}
