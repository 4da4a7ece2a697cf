// rows: hc.misc.free_values
// Values that cost nothing (a conversion, an address) given on several ways, of which some meet conditions on
// the way: each way keeps its own.
#include <cmath>
#include <cstring>
#include <hc.hpp>
#include <limits>
#include <vector>

#include "check.hpp"

typedef unsigned short u16;
typedef unsigned long long u64;

static u64 held(double x) [[cpu, hc]] {
  if (!(x == x)) return 0;
  if (x >= 18446744073709551616.0) return ~0ull;
  if (x <= -1) return 0;
  return static_cast<u64>(x);
}

static int widened(u16 a, u16 b, double x, bool some) [[cpu, hc]] {
  int found = 7;
  if (some && ((found = (held(x) < a || held(x) > b) ? int(a) : found), b)) found += 2;
  return found;
}

static const int* chosen(const int* all, int a, double x, bool some) [[cpu, hc]] {
  const int* at = all;
  if (some) at = (held(x) < 40000 && a > 3) ? all + 1 : at;
  return at;
}

int main() {
  const int n = 256;
  int some = 5, columns = 1;
  std::vector<double> in(n);
  for (int i = 0; i < n; ++i) {
    u64 bits = 0x9e3779b97f4a7c15ull * (i + 1);
    bits ^= bits >> 29;
    std::memcpy(&in[i], &bits, sizeof bits);
    if (i % 3 == 0) in[i] = i * 300.5;
  }
  in[4] = NAN, in[5] = INFINITY, in[7] = -0.5;
  hc::array_view<const double> given(n, in);
  hc::array_view<u16> old(n);
  hc::array_view<int> wide(n), far(n), table(2);
  table[0] = 11, table[1] = 13;
  for (int i = 0; i < n; ++i) old[i] = u16(i * 40503);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const int g = i[0] / (columns * 2), k = i[0] % columns;
    if (g && ((old[i] = ((u64)old[i] >= held(given[i])) ? (u16)k : old[i]), some)) {
    }
    wide[i] = widened(u16(i[0] * 977), u16(i[0] * 31), given[i], i[0] % 5 != 0);
    far[i] = *chosen(&table[0], i[0], given[i], i[0] % 7 != 0);
  });
  for (int i = 0; i < n; ++i) {
    const u16 was = u16(i * 40503);
    CHECK(old[i] == (i / 2 && was >= held(in[i]) ? 0 : was));
    CHECK(wide[i] == widened(u16(i * 977), u16(i * 31), in[i], i % 5 != 0));
    const int both[] = {11, 13};
    CHECK(far[i] == *chosen(both, i, in[i], i % 7 != 0));
  }
  return failures();
}
