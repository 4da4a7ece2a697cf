// rows: amp.ms.transitive
// flags: -fms-compat
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> a(4, 3), b(4);
  std::copy(a.begin(), a.end(), b.begin());
  int limits[] = {INT_MIN, INT_MAX};
  b.erase(std::remove(b.begin(), b.end(), 4), b.end());
  std::function<int(int)> twice = [](int x) { return 2 * x; };
  memcpy(&a[0], &b[0], 2 * sizeof(int));
  CHECK(std::find(b.begin(), b.end(), 3) == b.begin() && std::count(b.begin(), b.end(), 3) == 4);
  CHECK(limits[1] == INT_MAX && twice(2) == 4 && std::distance(a.begin(), a.end()) == 4);
  array_view<int> v(4, a);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += i[0]; });
  CHECK(v[3] == 6);
  return failures();
}
