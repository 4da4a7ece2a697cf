// rows: hc.parallel_for_each.tiled
#include <hc.hpp>
#include <vector>

#include "check.hpp"

template <int N>
static void check(const hc::tiled_extent<N>& e) {
  std::vector<int> counts(e.size());
  hc::array_view<int, N> v(e, counts);
  hc::parallel_for_each(e, [=](hc::tiled_index<N> t) [[hc]] { v[t] += 1; });
  v.synchronize();
  int wrong = 0;
  for (int count : counts) wrong += count != 1;
  CHECK(wrong == 0);
}

int main() {
  check(hc::extent<1>(1024).tile(7));
  check(hc::extent<1>(1000).tile(256));
  check(hc::extent<2>(33, 17).tile(8, 16));
  check(hc::extent<3>(17, 11, 5).tile(6, 3, 2));
  return failures();
}
