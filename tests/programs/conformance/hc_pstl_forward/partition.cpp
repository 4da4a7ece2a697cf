// rows: hc.pstl.partition
// ptx: none
#include "pstl_check.hpp"

int main() {
  const auto even = [](int e) { return e % 2 == 0; };
  const std::vector<int> v = keys<int>(1000);
  const auto evens = std::count_if(v.begin(), v.end(), even);
  std::vector<int> w = v;
  CHECK(partition(par, w.begin(), w.end(), even) == w.begin() + evens);
  CHECK(is_partitioned(par, w.begin(), w.end(), even) && !is_partitioned(par, v.begin(), v.end(), even));
  w = v;
  CHECK(stable_partition(par, w.begin(), w.end(), even) == w.begin() + evens);
  std::vector<int> yes(v.size()), no(v.size());
  const auto ends = partition_copy(par, v.begin(), v.end(), yes.begin(), no.begin(), even);
  CHECK(ends.first == yes.begin() + evens && ends.second == no.end() - evens);
  CHECK(std::equal(yes.begin(), ends.first, w.begin()) &&
        std::equal(no.begin(), ends.second, w.begin() + evens));
  std::vector<int> kept(v.size());
  CHECK(copy_if(par, v.begin(), v.end(), kept.begin(), even) == kept.begin() + evens);
  CHECK(std::equal(yes.begin(), ends.first, kept.begin()));
  return failures();
}
