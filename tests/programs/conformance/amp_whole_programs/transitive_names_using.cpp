// rows: amp.ms.transitive
// flags: -fms-compat
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

using namespace std;

int main() {
  vector<int> a(4, 3), b(4);
  copy(a.begin(), a.end(), b.begin());
  replace(b.begin(), b.end(), 3, 5);
  unique(b.begin(), b.end());
  function<int(int)> twice = [](int x) { return 2 * x; };
  CHECK(find(b.begin(), b.end(), 5) == b.begin() && count(b.begin(), b.end(), 5) == 4 && twice(3) == 6);
  array_view<int> v(4, a);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += i[0]; });
  CHECK(v[3] == 6 && numeric_limits<int>::max() == INT_MAX);
  return failures();
}
