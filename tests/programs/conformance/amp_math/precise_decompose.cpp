// rows: amp.9.2.frexp, amp.9.2.modf, amp.9.2.ldexp, amp.9.2.scalb, amp.9.2.scalbn, amp.9.2.ilogb
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

template <class T>
struct Parts {
  T fraction, rest, whole, scaled, scaled_n, scaled_real;
  int exponent, logarithm;
};

template <class T>
static Parts<T> parts_of(T x, int n) restrict(cpu, amp) {
  Parts<T> parts;
  parts.fraction = m::frexp(x, &parts.exponent);
  parts.rest = m::modf(x, &parts.whole);
  parts.scaled = m::ldexp(x, n);
  parts.scaled_n = m::scalbn(x, n);
  parts.scaled_real = m::scalb(x, T(n));
  parts.logarithm = m::ilogb(x);
  return parts;
}
static Parts<float> parts_f(float x, int n) restrict(cpu, amp) {
  Parts<float> parts;
  parts.fraction = m::frexpf(x, &parts.exponent);
  parts.rest = m::modff(x, &parts.whole);
  parts.scaled = m::ldexpf(x, n);
  parts.scaled_n = m::scalbnf(x, n);
  parts.scaled_real = m::scalbf(x, float(n));
  parts.logarithm = m::ilogbf(x);
  return parts;
}
static Parts<double> parts_f(double x, int n) restrict(cpu, amp) { return parts_of(x, n); }

template <class T>
static void check_parts(const Parts<T>& got, T x, int n) {
  int exponent;
  T whole;
  const T fraction = std::frexp(x, &exponent), rest = std::modf(x, &whole);
  check_same("frexp", got.fraction, fraction, x);
  CHECK(!std::isfinite(x) || got.exponent == exponent);
  check_same("modf", got.rest, rest, x);
  check_same("modf's whole part", got.whole, whole, x);
  check_same("ldexp", got.scaled, std::ldexp(x, n), x, T(n));
  check_same("scalbn", got.scaled_n, std::scalbn(x, n), x, T(n));
  check_same("scalb", got.scaled_real, std::ldexp(x, n), x, T(n));
  CHECK(x != x || got.logarithm == std::ilogb(x));
}

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50);
  const int n = static_cast<int>(x.size());
  concurrency::array_view<const T> in(n, x);
  std::vector<Parts<T>> out(2 * n);
  concurrency::array_view<Parts<T>> parts(2 * n, out);
  concurrency::parallel_for_each(
      in.get_extent(), [=](concurrency::index<1> i) restrict(amp) {
        parts[2 * i[0]] = parts_of(in[i], i[0] % 60 - 30);
        parts[2 * i[0] + 1] = parts_f(in[i], i[0] % 60 - 30);
      });
  parts.synchronize();
  for (int i = 0; i < n; ++i) {
    check_parts(out[2 * i], x[i], i % 60 - 30);
    check_parts(out[2 * i + 1], x[i], i % 60 - 30);
    check_parts(parts_of(x[i], i % 60 - 30), x[i], i % 60 - 30);
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(m::scalb(3.0, -infinity) == 0 && m::scalb(3.0, infinity) == infinity);
  CHECK(std::isnan(m::scalb(0.0, infinity)) && std::isnan(m::scalb(1.0, 0.5)));
  return failures();
}
