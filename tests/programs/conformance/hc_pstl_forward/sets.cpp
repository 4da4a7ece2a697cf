// rows: hc.pstl.set_operations, hc.pstl.merge, hc.pstl.includes
// ptx: none
#include "pstl_check.hpp"

int main() {
  const std::vector<int> a = {1, 2, 4, 4, 7, 9}, b = {2, 4, 5, 9, 11};
  const auto result = [](const std::vector<int>& all, std::vector<int>::iterator end) {
    return std::vector<int>(all.begin(), std::vector<int>::const_iterator(end));
  };
  using Values = std::vector<int>;
  Values out(11);
  CHECK(result(out, merge(par, a.begin(), a.end(), b.begin(), b.end(), out.begin())) ==
        (Values{1, 2, 2, 4, 4, 4, 5, 7, 9, 9, 11}));
  CHECK(result(out, set_union(par, a.begin(), a.end(), b.begin(), b.end(), out.begin())) ==
        (Values{1, 2, 4, 4, 5, 7, 9, 11}));
  CHECK(result(out, set_intersection(par, a.begin(), a.end(), b.begin(), b.end(), out.begin())) ==
        (Values{2, 4, 9}));
  CHECK(result(out, set_difference(par, a.begin(), a.end(), b.begin(), b.end(), out.begin())) ==
        (Values{1, 4, 7}));
  CHECK(result(out, set_symmetric_difference(par, a.begin(), a.end(), b.begin(), b.end(), out.begin())) ==
        (Values{1, 4, 5, 7, 11}));
  const Values some = {2, 9};
  CHECK(includes(par, a.begin(), a.end(), some.begin(), some.end()));
  CHECK(!includes(par, a.begin(), a.end(), b.begin(), b.end()));
  Values halves = {1, 5, 9, 2, 6, 7};
  inplace_merge(par, halves.begin(), halves.begin() + 3, halves.end());
  CHECK((halves == Values{1, 2, 5, 6, 7, 9}));
  return failures();
}
