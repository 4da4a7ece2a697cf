// rows: hc.parallel_for_each.extent
// Words of 32 bits, widened to 64: their extremes, saturated sums and high products with words of 64 bits.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int results = 9;

template <class Narrow>
inline void compute(Narrow a, long b, long* made) [[cpu, hc]] {
  const long wide = static_cast<long>(a);
  made[0] = wide < 0 ? 0 : wide;
  made[1] = wide > 4 ? 4 : wide;
  made[2] = wide < b ? wide : b;
  made[3] = __builtin_elementwise_add_sat(wide, b);
  made[4] = __builtin_elementwise_sub_sat(wide, b);
  made[5] = __builtin_elementwise_sub_sat(b, wide);
  made[6] = __builtin_elementwise_abs(wide);
  made[7] = __builtin_mul_overflow(wide, b, &made[8]);
}

template <class Narrow>
void try_words() {
  constexpr int items = 90;
  constexpr long most = 0x7fffffffffffffff;
  std::vector<Narrow> narrow(items);
  std::vector<long> wide(items), made(items * results), expected(items * results);
  for (int i = 0; i < items; ++i) {
    narrow[i] = static_cast<Narrow>(i * 7919 % 2001 - 1000);
    wide[i] = i % 3 == 0 ? i - 40 : i % 3 == 1 ? most - i * 3 : -most + i * 3;
    compute(narrow[i], wide[i], &expected[i * results]);
  }
  {
    hc::array_view<const Narrow, 1> a(items, narrow);
    hc::array_view<const long, 1> b(items, wide);
    hc::array_view<long, 1> out(items * results, made);
    hc::parallel_for_each(hc::extent<1>(items),
                          [=](hc::index<1> i) [[hc]] { compute(a[i], b[i], &out[i[0] * results]); });
  }
  for (int i = 0; i < items * results; ++i) CHECK(made[i] == expected[i]);
}

int main() {
  try_words<int>();
  try_words<unsigned>();
  try_words<short>();
  return failures();
}
