// Measures the functions on the default accelerator: ulp SAMPLES [all] [NAME...]. One line of JSON for each
// function: its largest error in ulp and where, and how many special results were wrong. `all`: float
// functions of one argument over all of their 2^32 arguments.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hc.hpp>
#include <limits>
#include <string>
#include <vector>

#include "functions.hpp"

namespace {

std::uint64_t next_random(std::uint64_t& state) {  // splitmix64
  std::uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
double uniform(std::uint64_t& state) { return static_cast<double>(next_random(state) >> 11) * 0x1p-53; }

template <class T>
T random_bits(std::uint64_t& state) {
  const std::uint64_t bits = next_random(state);
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value == value ? value : std::numeric_limits<T>::quiet_NaN();  // C says nothing of signalling ones
}

template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),          Limits::denorm_min(), Limits::min(),
                           Limits::max(), Limits::infinity(),   Limits::epsilon()};
  for (double x :
       {0.25, 0.5, 0.75, 1.25, 1.4426950408889634, 3.141592653589793, 88.72284, 103.97, 709.78, 745.13})
    values.push_back(static_cast<T>(x));
  for (int i = 1; i <= 40; ++i) {
    values.push_back(T(i));
    values.push_back(T(i) + T(0.5));
    values.push_back(static_cast<T>(i * 1.5707963267948966));
    values.push_back(std::nextafter(T(i), T(0)));
    values.push_back(std::nextafter(T(i), T(100)));
  }
  const std::size_t positive = values.size();
  for (std::size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

template <class T>
T second_argument(const Measured& m, T x, std::uint64_t& state, long number) {
  if (number % 3 == 0) return random_bits<T>(state);
  const double u = 2 * uniform(state) - 1;
  if (m.function == f_pow && number % 3 == 1) {  // results of every exponent
    const double size = std::fabs(std::log(std::fabs(static_cast<double>(x))));
    return static_cast<T>(u * std::numeric_limits<T>::max_exponent * 0.7 / size);
  }
  if (number % 3 == 1)
    return static_cast<T>(x * std::ldexp(u, static_cast<int>(next_random(state) % 12) - 6));
  return static_cast<T>(u * 20);
}

template <class T>
void fill(const Measured& m, long first, std::vector<T>& x, std::vector<T>& y, long n) {
  static const std::vector<T> specials = special_values<T>();
  const long count = static_cast<long>(specials.size()), lists = m.binary ? count * count : count;
  for (long i = 0; i < n; ++i) {
    const long number = first + i;
    if (number < lists) {
      x[i] = specials[m.binary ? number / count : number];
      y[i] = specials[number % count];
      continue;
    }
    std::uint64_t state = static_cast<std::uint64_t>(number) * 0xd1342543de82ef95u;
    const double inside = m.low + (m.high - m.low) * uniform(state);
    x[i] = number % 2 ? static_cast<T>(inside) : random_bits<T>(state);
    if (m.binary) y[i] = second_argument<T>(m, x[i], state, number / 2);
  }
}

template <class T>
T of_number(long number) {
  const auto bits = static_cast<std::uint32_t>(number);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<T>(value);
}

std::string number_text(double x) {
  char text[64];
  if (x != x) return "\"nan\"";
  std::snprintf(text, sizeof text, std::isinf(x) ? "\"%g\"" : "%.17g", x);
  return text;
}

template <class T, class Run>
void measure(const Measured& m, Run run, const char* place, long samples, bool all) {
  const long block = 1 << 22;
  const bool every = all && !m.binary && sizeof(T) == 4;
  const bool slow =
      sizeof(T) == 8 && (m.function == f_phi || m.function == f_erfinv || m.function == f_erfcinv);
  const long total = every ? 1l << 32 : slow ? samples / 16 + 1000 : samples;
  Worst worst;
  if (m.ulp > 0) worst.limits = &m.limits;
  std::vector<T> x(std::min(block, total)), y(x.size()), result(x.size());
  for (long first = 0; first < total; first += block) {
    const long n = std::min(block, total - first);
    if (every) {
      for (long i = 0; i < n; ++i) x[i] = of_number<T>(first + i);
    } else {
      fill(m, first, x, y, n);
    }
    run(x.data(), m.binary ? y.data() : nullptr, result.data(), static_cast<int>(n));
    compare(m.function, x.data(), m.binary ? y.data() : nullptr, result.data(), n, worst);
  }
  std::printf("{\"namespace\": \"%s\", \"name\": \"%s\", \"type\": \"%s\", \"exact\": %s, \"samples\": %ld, ",
              place, m.name, sizeof(T) == 4 ? "float" : "double", m.exact ? "true" : "false", total);
  if (m.ulp > 0)
    std::printf("\"bound\": %g, \"absolute\": %g, \"low\": %.9g, \"high\": %.9g, \"largest_y\": %g, ", m.ulp,
                m.limits.absolute, m.low, m.high, m.limits.largest_y);
  std::printf("\"ulp\": %.4f, \"x\": %s, \"y\": %s, \"got\": %s, \"want\": %s, ", worst.ulp,
              number_text(worst.x).c_str(), number_text(worst.y).c_str(), number_text(worst.got).c_str(),
              number_text(worst.want).c_str());
  std::printf("\"wrong\": %ld, \"wrong_x\": %s, \"wrong_y\": %s, \"wrong_got\": %s, \"wrong_want\": %s}\n",
              worst.wrong, number_text(worst.wrong_x).c_str(), number_text(worst.wrong_y).c_str(),
              number_text(worst.wrong_got).c_str(), number_text(worst.wrong_want).c_str());
  std::fflush(stdout);
}

bool is_wanted(const Measured& m, int count, char** names) {
  for (int i = 0; i < count; ++i)
    if (!std::strcmp(names[i], m.name)) return true;
  return count == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const long samples = argc > 1 ? std::atol(argv[1]) : 100000;
  const bool all = argc > 2 && !std::strcmp(argv[2], "all");
  const int names = all ? 3 : 2;
  const int count = argc > names ? argc - names : 0;
  const std::wstring device = hc::accelerator().get_description();
  std::printf("{\"device\": \"%ls\"}\n", device.c_str());
  for (int i = 0; i < precise_float_count; ++i)
    if (const Measured& m = precise_float[i]; is_wanted(m, count, argv + names))
      measure<float>(m, m.single, "precise_math", samples, all);
  for (int i = 0; i < precise_double_count; ++i)
    if (const Measured& m = precise_double[i]; is_wanted(m, count, argv + names))
      measure<double>(m, m.twofold, "precise_math", samples, all);
  for (int i = 0; i < fast_float_count; ++i)
    if (const Measured& m = fast_float[i]; is_wanted(m, count, argv + names))
      measure<float>(m, m.single, "fast_math", samples, all);
  return 0;
}
