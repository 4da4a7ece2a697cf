// rows: hc.language.overloads
// Overloads for the CPU alone whose arguments are the host's, beside overloads for both sides.
#include <hc.hpp>

#include <complex>
#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

template <class T>
struct number {
  T re, im;
  number() [[cpu, hc]] : re(0), im(0) {}
  number(T r) [[cpu, hc]] : re(r), im(0) {}
  number(T r, T i) [[cpu, hc]] : re(r), im(i) {}
  template <class U>
  explicit number(const number<U>& other) [[cpu, hc]] : re(T(other.re)), im(T(other.im)) {}
  number(const std::complex<T>& other) [[cpu]]
      : re(other.real()), im(other.imag()) {}
  number(const std::string& text) [[cpu]] : re(T(text.size())), im(-1) {}
  explicit number(const std::vector<T>& parts) [[cpu]] : re(parts[0]), im(parts[1]) {}
  number& add(T x) [[cpu, hc]] {
    re += x;
    return *this;
  }
  number& add(const std::complex<T>& x) [[cpu]] {
    im += x.imag();
    return *this;
  }
};

template <class T>
T twice(T x) [[cpu, hc]] {
  return x * 2;
}
static int twice(const std::string& text) [[cpu]] { return static_cast<int>(text.size()) * 2; }
template <class T>
static T twice(const std::vector<T>& all) {
  return all[0] * 2;
}

int main() {
  const std::complex<float> z(1, 2);
  number<float> a = z;
  number<float> c = std::string("four");
  number<float> d(std::vector<float>{5, 6});
  number<float> e(number<double>(7.0, 8.0));
  a.add(z).add(1.0f);
  CHECK(a.re == 2 && a.im == 4 && c.re == 4 && c.im == -1 && d.im == 6 && e.im == 8);
  CHECK(twice(3) == 6 && twice(std::string("four")) == 8 && twice(std::vector<int>{5}) == 10);
  array_view<number<float>> v(1);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    v[i] = number<float>(1, 2).add(twice(2.5f));
    v[i].im += number<float>(number<int>(3)).re;
  });
  CHECK(v[0].re == 6 && v[0].im == 5);
  return failures();
}
