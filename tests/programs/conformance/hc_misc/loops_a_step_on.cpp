// rows: hc.parallel_for_each.extent
// Loops from a number of the work-item's own to another that lies a step on: rounds, numbers, and what is left.
#include <hc.hpp>

#include <cstdint>

#include "check.hpp"

template <class F>
static void check_each(int first, F f) {
  constexpr int n = 100;
  hc::array_view<std::int64_t, 1> flat(n), tiled(n);
  hc::parallel_for_each(flat.get_extent(), [=](hc::index<1> i) [[hc]] { flat[i] = f(first + i[0], 5); });
  hc::parallel_for_each(tiled.get_extent().tile(20), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int last;
    if (t.local[0] == 19) last = t.global[0];
    t.barrier.wait();
    tiled[t.global] = f(first + last - 19 + t.local[0], 5);
  });
  for (int i = 0; i < n; ++i) {
    CHECK(flat[i] == f(first + i, 5));
    CHECK(tiled[i] == f(first + i, 5));
  }
}

// The sum of what the loop's number is in each round, and the number behind the loop.
#define LOOP_FROM(first, type, start, asked, step) \
  check_each(first, [](type i, type n) [[hc]] [[cpu]] { \
    std::int64_t sum = i * 0 + n * 0; \
    type k = start; \
    for (; asked; step) sum = (sum * 3 + k) % 1000003; \
    return sum * 64 + k; \
  })
#define LOOP(start, asked, step) \
  LOOP_FROM(-40, int, start, asked, step); \
  LOOP_FROM(-40, long, start, asked, step)

int main() {
  LOOP(i * 16, k < i * 16 + 16, ++k);
  LOOP(i * 16, k < (i + 1) * 16, ++k);
  LOOP(i * -3, k > (i + 1) * -3, --k);
  LOOP(i * n, k < (i + 1) * n, ++k);
  LOOP(n * i, k < n * (1 + i), ++k);
  LOOP(i, k < i + n, ++k);
  LOOP(i, k < i - n, ++k);
  LOOP(i, k < i + n, k += 2);
  LOOP(i - 1, k <= i + 1, ++k);
  LOOP(i - 1, i + 1 >= k, ++k);
  LOOP(i - 4, !(k > i + 4), k += 3);
  LOOP(i * 4 + 3, k >= i * 4, --k);
  LOOP(i * 4 + 3, k > i * 4 - 5, k -= 3);
  LOOP(i * 8, k != i * 8 + 8, ++k);
  LOOP(i - n, k <= i + n, ++k);
  LOOP(i - n, k < i + n + 1, ++k);
  LOOP(i - n - 1, k < i + n, k += 2);
  LOOP(i + n, k <= i - n, ++k);
  LOOP(i - n, k <= i + 3, ++k);
  LOOP(i - n, k < i, ++k);
  LOOP(i + n, k > i - n, --k);
  LOOP(i * 4 + n, k < i * 4 + n + 3, ++k);
  LOOP(i + 7, k != i - 1, --k);
  LOOP(i + 3, k < i, ++k);
  LOOP(i, k < i * i, ++k);
  LOOP_FROM(0, unsigned, i * 7, k < i * 7 + 7, ++k);
  LOOP_FROM(0, unsigned, i - 3, k < i + 3, ++k);
  LOOP_FROM(0, short, i - 2, k <= i + 2, ++k);
  // near the greatest and the least number
  LOOP_FROM(2147483540, int, i - 8, k < i + 8, ++k);
  LOOP_FROM(2147483540, int, i - 8, k <= i + 4, k += 3);
  LOOP_FROM(-2147483640, int, i + 9, k > i - 2, --k);
  LOOP_FROM(2147483535, int, i - n * 2, k <= i + n, ++k);
  LOOP_FROM(-2147483640, int, i - n, k <= i + n * 2, ++k);
  // the loop's number is what is left
  check_each(-40, [](int i, int n) [[hc]] [[cpu]] {
    int k = i - n;
    while (k <= i + n && k % 11 != 3) ++k;
    return static_cast<std::int64_t>(k);
  });
  // left early, and rounds that end early
  check_each(-40, [](int i, int n) [[hc]] [[cpu]] {
    std::int64_t found = -1;
    for (int k = i * 8; k < i * 8 + 8; ++k) {
      if (k % 3 == n % 3) continue;
      if (k % 7 == 0) {
        found = k;
        break;
      }
    }
    return found;
  });
  check_each(-40, [](int i, int n) [[hc]] [[cpu]] {
    std::int64_t sum = 0;
    for (int y = i * 4; y < i * 4 + 4; ++y)
      for (int x = y - 1; x <= y + n; ++x) sum += x * y;
    return sum;
  });
  check_each(-40, [](int i, int n) [[hc]] [[cpu]] {
    std::int64_t sum = 0;
    int k = i * 4;
    do {
      sum = sum * 3 + k;
      ++k;
    } while (k < i * 4 + n);
    return sum + k;
  });
  return failures();
}
