// rows: hc.parallel_for_each.extent
#include <hc.hpp>
#include <vector>

#include "check.hpp"

template <int N>
static void check(const hc::extent<N>& e) {
  std::vector<int> counts(e.size());
  hc::array_view<int, N> v(e, counts);
  hc::parallel_for_each(e, [=](hc::index<N> i) [[hc]] {
    int number = 0;
    for (int d = 0; d < N; ++d) number = number * e[d] + i[d];
    v[i] += number;
  });
  v.synchronize();
  int wrong = 0;
  for (int n = 0; n < int(counts.size()); ++n) wrong += counts[n] != n;
  CHECK(wrong == 0);
}

int main() {
  check(hc::extent<1>(7));
  check(hc::extent<1>(100003));
  check(hc::extent<2>(63, 127));
  check(hc::extent<2>(1, 8192));
  check(hc::extent<3>(17, 11, 5));
  const int four[] = {3, 4, 5, 6}, six[] = {2, 1, 3, 2, 4, 3};
  check(hc::extent<4>(four));
  check(hc::extent<6>(six));
  return failures();
}
