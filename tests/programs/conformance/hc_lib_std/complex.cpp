// rows: hc.library.complex
// flags: -std=c++20
// <complex>: arithmetic and functions, of double and of float.
#include <complex>

#include "record.hpp"

static void complexes(int i, Record& r) [[cpu, hc]] {
  typedef std::complex<double> C;
  C a(i * 0.5 - 3, 2 - i * 0.25), b(1.5, -0.75);
  auto p = [&](C z) {
    r(z.real());
    r(z.imag());
  };
  p(a + b);
  p(a - b);
  p(a * b);
  p(a / b);
  p(a / 2.0);
  p(2.0 / b);
  p(a + 1.0);
  p(1.0 - a);
  p(-a);
  p(std::conj(a));
  r(std::norm(a)), r(std::abs(a)), r(std::arg(a));
  p(std::polar(2.0, 0.3 * i));
  p(std::exp(b));
  p(std::log(a));
  p(std::sqrt(a));
  p(std::sin(b));
  p(std::cos(b));
  p(std::tan(b));
  p(std::sinh(b));
  p(std::cosh(b));
  p(std::tanh(b));
  p(std::pow(a, b));
  p(std::pow(a, 2));
  p(std::pow(a, 2.5));
  p(std::pow(2.0, b));
  p(std::log10(a));
  p(std::proj(a));
  r(a == b), r(a != b);
  a += b;
  a *= b;
  a -= 1.0;
  a /= b;
  p(a);
  a.real(2);
  a.imag(3);
  p(a);
}

static void complexf(int i, Record& r) [[cpu, hc]] {
  typedef std::complex<float> C;
  C a(i * 0.5f - 3, 2 - i * 0.25f), b(1.5f, -0.75f);
  auto p = [&](C z) {
    r(z.real());
    r(z.imag());
  };
  p(a + b);
  p(a * b);
  p(a / b);
  p(a / 2.0f);
  r(std::norm(a)), r(std::abs(a)), r(std::arg(a));
  p(std::polar(2.0f, 0.3f * i));
  p(std::exp(b));
  p(std::log(a));
  p(std::sqrt(a));
  p(std::sin(b));
  p(std::cos(b));
  p(std::tan(b));
  p(std::sinh(b));
  p(std::cosh(b));
  p(std::tanh(b));
  p(std::pow(a, b));
  p(std::pow(a, 2));
  p(std::pow(a, 2.5f));
  p(std::asin(b));
  p(std::acos(b));
  p(std::atan(b));
  p(std::asinh(b));
  p(std::acosh(b));
  p(std::atanh(b));
  p(std::complex<float>(std::complex<double>(i, 2)));
  using namespace std::complex_literals;
  p(a * C(1if));
}

int main() {
  COMPARE(complexes, 1e-12);
  COMPARE(complexf, 3e-5);
  return failures();
}
