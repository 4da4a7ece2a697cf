// rows: hc.pstl.find, hc.pstl.search, hc.pstl.mismatch
// ptx: none
#include "pstl_check.hpp"

int main() {
  const std::vector<int> v = {4, 1, 2, 2, 5, 1, 2, 9, 9, 9, 3, 0};
  const std::vector<int> part = {1, 2};
  const auto first = v.begin(), last = v.end();
  CHECK(find(par, first, last, 5) == first + 4 && find(par, first, last, 77) == last);
  CHECK(find_if(par, first, last, [](int e) { return e > 4; }) == first + 4);
  CHECK(find_if_not(par, first, last, [](int e) { return e > 1; }) == first + 1);
  CHECK(find_end(par, first, last, part.begin(), part.end()) == first + 5);
  CHECK(find_end(par, first, last, part.begin(), part.end(), std::equal_to<>()) == first + 5);
  CHECK(find_first_of(par, first, last, part.begin(), part.end()) == first + 1);
  CHECK(adjacent_find(par, first, last) == first + 2);
  CHECK(adjacent_find(par, first, last, std::less<>()) == first + 1);
  CHECK(search(par, first, last, part.begin(), part.end()) == first + 1);
  CHECK(search_n(par, first, last, 3, 9) == first + 7);
  std::vector<int> w = v;
  w[6] = 8;
  CHECK(mismatch(par, first, last, w.begin()).second == w.begin() + 6);
  CHECK(mismatch(par_vec, first, last, w.begin(), w.end(), std::equal_to<>()).first == first + 6);
  return failures();
}
