// rows: hc.half.conversions
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

// Round to nearest, ties to even: what a conversion must give, as bits.
static unsigned short rounded(double x) {
  if (x != x) return 0x7e00;
  const unsigned short sign = std::signbit(x) ? 0x8000 : 0;
  const double size = std::fabs(x);
  if (size >= 65520) return sign | 0x7c00;
  int exponent;
  std::frexp(size, &exponent);
  if (size == 0 || exponent < -13) exponent = -13;
  const double steps = std::nearbyint(std::ldexp(size, 11 - exponent));  // of the last place
  const double value = std::ldexp(steps, exponent - 11);
  if (value < 0x1p-14) return static_cast<unsigned short>(sign | int(std::ldexp(value, 24)));
  std::frexp(value, &exponent);
  return static_cast<unsigned short>(sign | ((exponent + 14) << 10) |
                                     (int(std::ldexp(value, 11 - exponent)) & 0x3ff));
}

static unsigned short bits(hc::half x) [[cpu, hc]] { return __builtin_bit_cast(unsigned short, x); }

int main() {
  std::vector<float> x = samples<float>(-70000, 70000);
  for (int i = 0; i < 3000; ++i)
    x.push_back(std::ldexp(1 + float(i % 2049) / 4096, i % 45 - 28));  // ties too
  const int n = static_cast<int>(x.size());
  hc::array_view<const float> in(n, x);
  hc::array_view<int> out(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { out[i] = bits(hc::half(in[i])); });
  for (int i = 0; i < n; ++i) {
    const int want = rounded(x[i]);
    CHECK(out[i] == want || (x[i] != x[i] && (out[i] & 0x7e00) == 0x7e00));
    CHECK(bits(hc::half(x[i])) == want || x[i] != x[i]);
  }
  // Doubles beside what lies between two halves: by way of the nearest float they would be rounded twice.
  std::vector<double> y;
  for (int i = 0; i < 600; ++i) {
    const double between = std::ldexp(1 + (2 * (i % 50) + 1) / 2048.0, i / 50 * 3 - 20);
    for (double by : {0.0, 0x1p-40, -0x1p-40}) y.push_back((i % 2 ? -1 : 1) * between * (1 + by));
  }
  y.insert(y.end(), {65519.9999999, 65520, -65520.0001, 1e300, 0x1p-25, 0x1.0000000001p-25, 1e-320, -0.0, INFINITY, NAN});
  const int m = static_cast<int>(y.size());
  hc::array_view<const double> doubles(m, y);
  hc::array_view<int> halves(m);
  hc::parallel_for_each(hc::extent<1>(m), [=](hc::index<1> i) [[hc]] { halves[i] = bits(static_cast<_Float16>(doubles[i])); });
  for (int i = 0; i < m; ++i) CHECK(halves[i] == rounded(y[i]) || y[i] != y[i]);
  // Every half to float and back.
  std::vector<unsigned short> patterns(65536);
  for (int i = 0; i < 65536; ++i) patterns[i] = static_cast<unsigned short>(i);
  hc::array_view<const unsigned short> given(65536, patterns);
  hc::array_view<int> right(65536);
  hc::parallel_for_each(hc::extent<1>(65536), [=](hc::index<1> i) [[hc]] {
    const unsigned short pattern = given[i];
    const hc::half h = __builtin_bit_cast(hc::half, pattern);
    const float wide = h;
    right[i] = (pattern & 0x7fff) > 0x7c00 ? wide != wide
                                           : bits(hc::half(wide)) == pattern && double(h) == double(wide);
  });
  int wrong = 0;
  for (int i = 0; i < 65536; ++i) wrong += !right[i];
  CHECK(wrong == 0);
  return failures();
}
