// rows: hc.extent
#include <cstddef>
#include <hc.hpp>

#include "check.hpp"

template <int N>
static int faults() [[cpu, hc]] {
  int bad = 0, sizes[N];
  for (int d = 0; d < N; ++d) sizes[d] = 3 + d;
  const hc::extent<N> e(sizes);
  std::size_t product = 1;
  for (int d = 0; d < N; ++d) product *= std::size_t(sizes[d]);
  if (e.size() != product || !e.contains(hc::index<N>()) || e.contains(hc::index<N>() - 1)) bad |= 1;
  hc::extent<N> more(e);
  more += hc::index<N>() + 2;
  if (more == e || more - 2 != e || !(e + 2 == more) || (more -= e) != e - e + 2) bad |= 2;
  if ((e * 2)[0] != 6 || (e / 3)[0] != 1 || (e % 2)[0] != 1) bad |= 4;
  return bad;
}

int main() {
  CHECK(faults<1>() == 0 && faults<2>() == 0 && faults<3>() == 0 && faults<4>() == 0);
  hc::array_view<int> seen(1);
  hc::parallel_for_each(seen.get_extent(), [=](hc::index<1> i) [[hc]] {
    seen[i] = faults<1>() | faults<2>() | faults<3>() | faults<4>();
  });
  CHECK(seen[0] == 0);
  CHECK(hc::extent<2>(1 << 20, 1 << 20).size() == std::size_t(1) << 40);  // in 64 bits
  return failures();
}
