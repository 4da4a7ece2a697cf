// The unary float functions of precise_math over all 2^32 arguments, on the default accelerator alone:
// sweep [STRIDE] [NAME...]. The references are our double functions, which are within 2 ulp of double. Prints
// the rows of a table; STRIDE takes every so many-th argument.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hc.hpp>
#include <hc_math.hpp>
#include <string>
#include <vector>

#include "functions.hpp"

namespace {

constexpr int items = 1 << 17;  // work-items, of 2^15 arguments each where none is left out

float float_of(std::uint32_t bits) [[cpu, hc]] {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

std::uint64_t bits_of(double x) [[cpu, hc]] {
  std::uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// A float's unit in the last place at a number of any size.
double unit_at(double x) [[cpu, hc]] {
  int exponent = static_cast<int>(bits_of(x) >> 52 & 0x7ff) - 1023 - 23;
  exponent = exponent < -149 ? -149 : exponent > 104 ? 104 : exponent;
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double unit;
  memcpy(&unit, &bits, sizeof unit);
  return unit;
}

/// An infinity is 2^128 where the exact result is too large for a float: rounding may lead there.
double error_of(float got, double want, bool* special) [[cpu, hc]] {
  const double greatest = 3.4028234663852886e38, beyond = 0x1p128;
  const double size = want < 0 ? -want : want;
  double value = got;
  if (got != got || want != want) {
    *special = (got != got) != (want != want);
    return 0;
  }
  if (value > greatest || value < -greatest) {
    if (size > beyond) {
      *special = (value < 0) != (want < 0);
      return 0;
    }
    value = value < 0 ? -beyond : beyond;
  }
  if (size > beyond) want = want < 0 ? -beyond : beyond;
  *special = value == 0 && want == 0 && (bits_of(value) != bits_of(want));
  const double difference = value < want ? want - value : value - want;
  return difference / unit_at(want);
}

struct Result {
  double ulp = 0;
  float x = 0;
  std::uint64_t wrong = 0;
  float wrong_x = 0;
};

/// One function: each work-item notes its worst argument.
template <class Single, class Twofold>
Result sweep(std::uint64_t stride, Single single, Twofold twofold) {
  hc::array<double> errors(items);
  hc::array<std::uint32_t> places(items), firsts(items), counts(items);
  hc::parallel_for_each(hc::extent<1>(items), [=, &errors, &places, &firsts, &counts](hc::index<1> i) [[hc]] {
    double worst = 0;
    std::uint32_t place = 0, first = 0, wrong = 0;
    const std::uint64_t step = stride * items;  // neighbours take neighbours: their branches are alike
    for (std::uint64_t n = static_cast<std::uint64_t>(i[0]) * stride; n < (std::uint64_t{1} << 32);
         n += step) {
      const std::uint32_t bits = static_cast<std::uint32_t>(n);
      const float x = float_of(bits);
      bool special = false;
      const double error = error_of(single(x), twofold(static_cast<double>(x)), &special);
      if (error > worst) worst = error, place = bits;
      if (special && ++wrong == 1) first = bits;
    }
    errors[i] = worst;
    places[i] = place;
    firsts[i] = first;
    counts[i] = wrong;
  }).wait();
  const std::vector<double> error = errors;
  const std::vector<std::uint32_t> place = places, first = firsts, count = counts;
  Result result;
  for (int i = 0; i < items; ++i) {
    if (error[i] > result.ulp) result.ulp = error[i], result.x = float_of(place[i]);
    if (count[i] && !result.wrong) result.wrong_x = float_of(first[i]);
    result.wrong += count[i];
  }
  return result;
}

struct Row {
  const char* name;
  Result (*run)(std::uint64_t stride);
};

#define SWEEP(name, low, high)                                                   \
  Result sweep_##name(std::uint64_t stride) {                                    \
    return sweep(                                                                \
        stride, [](float x) [[hc]] { return float(hc::precise_math::name(x)); }, \
        [](double x) [[hc]] { return double(hc::precise_math::name(x)); });      \
  }
EXACT_UNARY(SWEEP)
NEAR_UNARY(SWEEP)
#define NAMED(name, low, high) {#name, sweep_##name},
const Row rows[] = {EXACT_UNARY(NAMED) NEAR_UNARY(NAMED)};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t stride = argc > 1 ? std::max(1ull, std::strtoull(argv[1], nullptr, 10)) : 1;
  const hc::accelerator accelerator;
  if (!accelerator.get_supports_double_precision()) {
    std::fprintf(stderr, "the accelerator has no double, in which the references are computed\n");
    return 2;
  }
  std::printf("%ls, every %llu-th of 2^32 arguments\n\n", accelerator.get_description().c_str(),
              static_cast<unsigned long long>(stride));
  std::printf("| precise_math, float | ulp | at | special results that are wrong |\n|---|---|---|---|\n");
  bool good = true;
  for (const Row& row : rows) {
    if (argc > 2 && std::none_of(argv + 2, argv + argc, [&](char* n) { return !std::strcmp(n, row.name); }))
      continue;
    const Result result = row.run(stride);
    good &= result.ulp <= 4 && !result.wrong;
    const std::string wrong =
        result.wrong ? std::to_string(result.wrong) + ", first at " + std::to_string(result.wrong_x) : "0";
    std::printf("| %s | %.3f | %.9g | %s |\n", row.name, result.ulp, static_cast<double>(result.x),
                wrong.c_str());
    std::fflush(stdout);
  }
  return good ? 0 : 1;
}
