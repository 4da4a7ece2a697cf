// rows: amp.2.whole_programs
// ptx: none
#include <amp.h>
#include <deque>
#include <iterator>
#include <list>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> d(20), o(6);
  std::list<int> chain(6, 9);
  for (int i = 0; i < 20; ++i) d[i] = i;
  array_view<int, 2> v(4, 5, d);
  array<int, 2> a(2, 3);
  copy(v.section(1, 1, 2, 3), a);
  copy(a, o.begin());
  CHECK(o[0] == 6 && o[5] == 13);
  copy(chain.begin(), chain.end(), v.section(0, 0, 2, 3));
  CHECK(v(1, 2) == 9 && v(1, 3) == 8);
  copy(a, v.section(2, 2, 2, 3));
  CHECK(v(3, 4) == 13);
  array<int, 2> b(a);
  copy_async(v.section(0, 0, 2, 3), b).get();
  copy_async(b, a).get();
  std::deque<int> q(6);
  copy(a, q.begin());
  CHECK(q[5] == 9);
  array_view<const int, 2> c = v;
  copy(c.section(0, 0, 1, 3), std::back_inserter(chain));
  CHECK(chain.size() == 9);
  return failures();
}
