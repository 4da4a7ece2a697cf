#include <cstdio>

#include "hc_functions.h"

int main() {
  hc::array_view<int> v(16);
  const Row row{{1, 2, 3, 4, 5, 6}, 6};
  const deep::Scaled<int> scale{3};
  int bad = 0;
  for (int round = 0; round < 2; ++round) {
    level = 5 + round;
    set_factor(1 + round);
    hc::parallel_for_each(v.get_extent().tile(8), [=](hc::tiled_index<1> t) [[hc]] {
      int x = reduce(t.global[0], t);
      add_level(x, &row);
      deep::Total total(1);
      total += 2;
      v[t.global] = x + int(half(sum(row) * 2)) + ping(1) + plain_c(2) + deep::Total::of(3) + int(total) +
                    scale(2) + twice(1);
    });
    for (int i = 0; i < 16; ++i) {
      const int expected =
          (i < 8 ? 28 : 92) + (6 + 5 + round) * (1 + round) + 21 + 16 + 7 + 24 + 23 + 6 + twice(1);
      if (v[i] != expected && ++bad < 5) std::printf("%d: %d, expected %d\n", i, v[i], expected);
    }
  }
  const int a = run_a(), b = run_b();
  std::printf("%d bad, a %d, b %d\n", bad, a, b);
  return bad || a != 831 || b != 941;
}
