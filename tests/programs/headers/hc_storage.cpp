// <hc_storage.hpp>: every value of the 8- and 16-bit types, rounding, vectors in memory, arithmetic in float.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <hc.hpp>
#include <hc_storage.hpp>
#include <limits>
#include <vector>

#include "check.hpp"

using hc::bfloat16;
using hc::storage;

static_assert(sizeof(bfloat16) == 2 && sizeof(hc::unorm8) == 1 && sizeof(storage<hc::half, 8>) == 16, "");
static_assert(alignof(storage<hc::unorm8, 4>) == 4 && alignof(storage<float, 8>) == 16, "");
static_assert(float(bfloat16(1.0f)) == 1.0f && bfloat16(3.0078125f).bits() == 0x4040, "");
static_assert(float(hc::unorm8(2.0f)) == 1.0f && float(hc::snorm8(-7.0f)) == -1.0f, "");
static_assert(hc::unorm8(0.5f).bits() == 128 && hc::snorm16(-0.5f).bits() == -16384, "");
static_assert(std::is_same<storage<bfloat16, 4>::value_type, hc::short_vector::float_4>::value, "");

static float sample(unsigned i) [[cpu, hc]] {
  const unsigned word = (i + 1) * 0x9e3779b9u;
  float x;
  std::memcpy(&x, &word, 4);
  return x;
}
// To nearest, by trying both neighbours in double.
static float rounded(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, 4);
  const std::uint32_t low = bits & 0xffff0000u, high = low + 0x10000u;
  float a, b;
  std::memcpy(&a, &low, 4), std::memcpy(&b, &high, 4);
  const double down = std::fabs(double(x) - a);
  const double up = (std::isinf(b) ? std::ldexp(1.0, 128) : std::fabs(double(b))) - std::fabs(double(x));
  return down < up || (down == up && (low >> 16 & 1) == 0) ? a : b;
}

template <class T>
static void check_vectors(double tolerance) {
  const int n = 64;
  std::vector<storage<T, 8>> memory(n);  // aligned for eight
  T* const flat = &memory[0][0];
  for (int i = 0; i < n * 8; ++i) flat[i] = static_cast<T>(float(i % 16) / 16);
  hc::array_view<storage<T, 8>> v(n, memory);
  hc::array_view<float> sums(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    T* const p = &v[i][0];
    typedef typename storage<T, 1>::arithmetic_type Number;
    const auto one = hc::load<1>(p);
    const auto two = hc::load<2>(p + 2);
    const auto four = hc::load<4>(p + 4);
    const auto eight = hc::load<8>(p);
    Number sum = one + two[0] * two[1] + four[0] + four[3];
    for (int k = 0; k < 8; ++k) sum += eight[k];
    sums[i] = float(sum);
    hc::store<4>(p + 4, four * four);
    hc::store<2>(p + 2, two * typename storage<T, 2>::value_type(Number(0.5f)));
    hc::store<1>(p, one + hc::load<1>(p + 1) * Number(0.25f));
  });
  for (int i = 0; i < n; ++i) {
    float at[8], sum = 0;
    for (int k = 0; k < 8; ++k) at[k] = float((i * 8 + k) % 16) / 16, sum += at[k];
    sum += at[0] + at[2] * at[3] + at[4] + at[7];
    CHECK(std::fabs(sums[i] - sum) < tolerance * 16);
    const float want[8] = {at[0] + at[1] / 4, at[1],         at[2] / 2,     at[3] / 2,
                           at[4] * at[4],     at[5] * at[5], at[6] * at[6], at[7] * at[7]};
    for (int k = 0; k < 8; ++k) CHECK(std::fabs(float(v[i][k]) - want[k]) < tolerance);
  }
}

int main() {
  // All values, and conversions of samples, in kernels and here.
  hc::array_view<std::uint16_t> there(65536), again(65536);
  hc::array_view<int> wrong(4);
  hc::parallel_for_each(hc::extent<1>(65536), [=](hc::index<1> t) [[hc]] {
    const unsigned i = unsigned(t[0]);
    there[t] = bfloat16(sample(i)).bits();
    again[t] = bfloat16(float(bfloat16::from_bits(std::uint16_t(i)))).bits();
    const auto u = hc::unorm16::from_bits(std::uint16_t(i));
    const auto s = hc::snorm16::from_bits(std::int16_t(i));
    if (hc::unorm16(float(u)).bits() != u.bits()) hc::atomic_fetch_add(&wrong[0], 1);
    if (hc::snorm16(float(s)).bits() != (i == 0x8000 ? -32767 : s.bits())) hc::atomic_fetch_add(&wrong[1], 1);
    if (i >= 256) return;
    const auto b = hc::unorm8::from_bits(std::uint8_t(i));
    const auto c = hc::snorm8::from_bits(std::int8_t(i));
    if (hc::unorm8(float(b)).bits() != b.bits()) hc::atomic_fetch_add(&wrong[2], 1);
    if (hc::snorm8(float(c)).bits() != (i == 128 ? -127 : c.bits())) hc::atomic_fetch_add(&wrong[3], 1);
  });
  for (int k = 0; k < 4; ++k) CHECK(wrong[k] == 0);
  int bad = 0;
  for (unsigned i = 0; i < 65536; ++i) {
    const float x = sample(i), y = float(bfloat16(x));
    bad += x != x ? y == y || std::signbit(x) != std::signbit(y) : y != rounded(x);
    bad += there[int(i)] != bfloat16(x).bits();
    bad += (i & 0x7fff) > 0x7f80 ? again[int(i)] != (i | 0x40) : again[int(i)] != i;
  }
  CHECK(bad == 0);
  const float none = std::numeric_limits<float>::quiet_NaN();
  CHECK(float(hc::unorm8(none)) == 0 && float(hc::snorm16(none)) == 0 && std::isnan(float(bfloat16(none))));
  CHECK(std::isinf(float(bfloat16(3.4e38f))) && float(bfloat16(2)) == 2);
  bfloat16 sum = 256.0f;
  sum += 1;  // its spacing is 2 there
  CHECK(float(sum) == 256);

  check_vectors<float>(1e-6);
  check_vectors<hc::half>(1e-3);
  check_vectors<bfloat16>(8e-3);
  check_vectors<__bf16>(8e-3);
  check_vectors<hc::unorm8>(4e-3);
  check_vectors<hc::snorm16>(1e-4);
  const storage<hc::half> a(2048.0f), b(1.0f);
  CHECK(a + b == 2049.0f);  // in float
  storage<hc::half, 2> c(hc::short_vector::float_2(1, 2));
  c += hc::short_vector::float_2(0.5f, 4096);
  CHECK(c.get() == hc::short_vector::float_2(1.5f, 4096));
  return failures();
}
