// rows: hc.half.conversions
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

// Round to nearest, ties to even, from float: what a conversion must give, as bits.
static unsigned short rounded(float x) {
  if (x != x) return 0x7e00;
  const unsigned short sign = std::signbit(x) ? 0x8000 : 0;
  const double size = std::fabs(double(x));
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
  // Every half to float and back.
  hc::array_view<int> wrong(1024);
  hc::parallel_for_each(hc::extent<1>(1024), [=](hc::index<1> i) [[hc]] {
    int count = 0;
    for (int k = 0; k < 64; ++k) {
      const auto pattern = static_cast<unsigned short>(64 * i[0] + k);
      const hc::half h = __builtin_bit_cast(hc::half, pattern);
      const bool is_nan = (pattern & 0x7fff) > 0x7c00;
      const float wide = h;
      count += is_nan ? wide == wide : bits(hc::half(wide)) != pattern || double(h) != double(wide);
    }
    wrong[i] = count;
  });
  for (int i = 0; i < 1024; ++i) CHECK(wrong[i] == 0);
  return failures();
}
