// rows: amp.5.2.reinterpret_as
// A kernel writes by a view of one type and reads by an array and a view of another: all are the same memory.
#include <amp.h>

#include <vector>

#include "check.hpp"
using namespace concurrency;

int main() {
  constexpr int n = 12;
  std::vector<float> first(n);
  for (int i = 0; i < n; ++i) first[i] = float(i) + 1.0f;
  array<float, 1> all(n, first.begin());
  const array_view<float, 1> view(all);
  const array_view<unsigned, 1> words = view.reinterpret_as<unsigned>();
  array_view<float, 1> results(n);
  parallel_for_each(all.get_extent(), [=, &all](index<1> i) restrict(amp) {
    view[i] += 1.0f;
    const float before = all[i];
    words[i] = 0x40000000u;
    results[i] = before * 100.0f + all[i] * 10.0f + view[i];
  });
  for (int i = 0; i < n; ++i) CHECK(results[i] == (float(i) + 2.0f) * 100.0f + 22.0f);
  return failures();
}
