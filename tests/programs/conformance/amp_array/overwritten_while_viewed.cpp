// rows: amp.5.1.views_of_arrays
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 1> a(4);
  array_view<int, 1> v(a), w = v;
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] = 1; });
  CHECK(v[2] == 1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
  CHECK(w[2] == 2 && std::vector<int>(a)[3] == 2);
  w[3] = 9;
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] *= 2; });
  CHECK(std::vector<int>(a)[3] == 18 && w[3] == 18);
  return failures();
}
