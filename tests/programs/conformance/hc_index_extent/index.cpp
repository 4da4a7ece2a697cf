// rows: hc.index
#include <hc.hpp>

#include "check.hpp"

template <int N>
static int faults() [[cpu, hc]] {
  int bad = 0, values[N], others[N];
  for (int d = 0; d < N; ++d) values[d] = 11 + 3 * d, others[d] = 4 - d;
  const hc::index<N> a(values), b(others);
  hc::index<N> sum(a), scaled(a), up(a), zero;
  sum += b;
  scaled *= 3;
  scaled -= 1;
  if (++up != a + 1 || up-- != a + 1 || up != a || zero != a - a) bad |= 1;
  for (int d = 0; d < N; ++d) {
    if (sum[d] != values[d] + others[d] || (a - b)[d] != values[d] - others[d] || (a + b) != sum) bad |= 2;
    if (scaled[d] != 3 * values[d] - 1 || (a % 4)[d] != values[d] % 4 || (100 / a)[d] != 100 / values[d])
      bad |= 4;
    if ((2 - a)[d] != 2 - values[d] || (a / 2)[d] != values[d] / 2 || (7 * a)[d] != 7 * values[d]) bad |= 8;
  }
  return bad;
}

int main() {
  CHECK(faults<1>() == 0 && faults<2>() == 0 && faults<3>() == 0 && faults<5>() == 0);
  hc::array_view<int> seen(1);
  hc::parallel_for_each(seen.get_extent(), [=](hc::index<1> i) [[hc]] {
    seen[i] = faults<1>() | faults<2>() | faults<3>() | faults<5>();
  });
  CHECK(seen[0] == 0);
  constexpr hc::index<3> fixed(1, 2, 3);
  static_assert(fixed[2] == 3 && fixed.rank == 3 && (fixed + 1)[0] == 2, "");
  return failures();
}
