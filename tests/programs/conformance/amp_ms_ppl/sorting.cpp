// rows: amp.ms.ppl.algorithms
#include <amp.h>
#include <ppl.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<unsigned> a(20000);
  unsigned x = 1;
  for (unsigned& v : a) v = x = x * 1664525u + 1013904223u;
  std::vector<unsigned> b = a, c = a;
  parallel_sort(a.begin(), a.end());
  parallel_buffered_sort(b.begin(), b.end(), std::greater<unsigned>());
  parallel_radixsort(c.begin(), c.end());
  CHECK(std::is_sorted(a.begin(), a.end()) && std::is_sorted(b.rbegin(), b.rend()) && a == c);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
