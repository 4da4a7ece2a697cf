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
  // of several rows, columns and slices of tiles for each thread of a processor
  check(hc::extent<2>(1000, 333).tile(5, 32));
  check(hc::extent<2>(5000, 3).tile(4, 3));
  check(hc::extent<3>(20, 31, 100).tile(3, 4, 7));
  check(hc::extent<3>(500, 7, 3).tile(2, 7, 3));
  return failures();
}
