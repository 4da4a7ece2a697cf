// rows: hc.pstl.without_policy
// ptx: none
#include <experimental/algorithm>
#include <experimental/numeric>
#include <vector>

#include "check.hpp"

namespace p = std::experimental::parallel;

int main() {
  const std::vector<int> v = {1, 2, 3, 4};
  std::vector<int> out(4);
  CHECK(p::reduce(v.begin(), v.end()) == 10 && p::reduce(v.begin(), v.end(), 5) == 15);
  CHECK(p::reduce(v.begin(), v.end(), 1, std::multiplies<>()) == 24);
  CHECK(p::transform_reduce(v.begin(), v.end(), [](int e) { return e * e; }, 0, std::plus<>()) == 30);
  CHECK(p::inclusive_scan(v.begin(), v.end(), out.begin()) == out.end() && out[3] == 10);
  CHECK(p::exclusive_scan(v.begin(), v.end(), out.begin(), 7) == out.end() && out[0] == 7 && out[3] == 13);
  const auto twice = [](int e) { return 2 * e; };
  CHECK(p::transform_inclusive_scan(v.begin(), v.end(), out.begin(), twice, std::plus<>()) == out.end());
  CHECK(out[3] == 20);
  p::transform_inclusive_scan(v.begin(), v.end(), out.begin(), twice, std::plus<>(), 1);
  CHECK(out[3] == 21);
  p::transform_exclusive_scan(v.begin(), v.end(), out.begin(), twice, 1, std::plus<>());
  CHECK(out[0] == 1 && out[3] == 13);
  int sum = 0;
  CHECK(p::for_each_n(v.begin(), 3, [&](int e) { sum += e; }) == v.begin() + 3 && sum == 6);
  return failures();
}
