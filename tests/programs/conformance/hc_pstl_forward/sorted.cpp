// rows: hc.pstl.is_sorted, hc.pstl.nth_element, hc.pstl.partial_sort, hc.pstl.heap
// ptx: none
#include "pstl_check.hpp"

int main() {
  const std::vector<int> v = keys<int>(1000);
  std::vector<int> sorted = v;
  std::sort(sorted.begin(), sorted.end());
  CHECK(is_sorted(par, sorted.begin(), sorted.end()) && !is_sorted(par, v.begin(), v.end()));
  CHECK(!is_sorted(par, sorted.begin(), sorted.end(), std::greater<>()));
  std::vector<int> w = sorted;
  w[500] = -1;
  CHECK(is_sorted_until(par, w.begin(), w.end()) == w.begin() + 500);
  w = v;
  nth_element(par, w.begin(), w.begin() + 300, w.end());
  CHECK(w[300] == sorted[300]);
  w = v;
  partial_sort(par, w.begin(), w.begin() + 100, w.end());
  CHECK(std::equal(w.begin(), w.begin() + 100, sorted.begin()));
  std::vector<int> low(50);
  CHECK(partial_sort_copy(par, v.begin(), v.end(), low.begin(), low.end()) == low.end());
  CHECK(std::equal(low.begin(), low.end(), sorted.begin()));
  w = v;
  std::make_heap(w.begin(), w.end());
  CHECK(is_heap(par, w.begin(), w.end()) && is_heap_until(par, w.begin(), w.end()) == w.end());
  CHECK(!is_heap(par, sorted.begin(), sorted.end()));
  return failures();
}
