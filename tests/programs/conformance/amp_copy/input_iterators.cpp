// rows: amp.5.3.from_iterators
#include <amp.h>

#include <iterator>
#include <list>
#include <sstream>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::istringstream text("1 2 3 4 5 6"), more("7 8 9 10 11 12");
  array<int, 2> a(2, 3);
  copy(std::istream_iterator<int>(text), std::istream_iterator<int>(), a);
  const std::vector<int> expected = {1, 2, 3, 4, 5, 6};
  CHECK(std::vector<int>(a) == expected);
  array_view<int, 2> v(2, 3);
  copy(std::istream_iterator<int>(more), std::istream_iterator<int>(), v);
  CHECK(v(1, 2) == 12);
  const short small[] = {-1, -2, -3, -4, -5, -6};
  copy(small, small + 6, v);
  CHECK(v(1, 2) == -6);
  std::list<int> list(expected.rbegin(), expected.rend());
  copy(list.rbegin(), list.rend(), v);
  CHECK(v(0, 0) == 1);
  return failures();
}
