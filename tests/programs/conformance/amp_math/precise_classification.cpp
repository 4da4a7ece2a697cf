// rows: amp.9.2.fpclassify, amp.9.2.isfinite, amp.9.2.isinf, amp.9.2.isnan, amp.9.2.isnormal, amp.9.2.signbit, amp.9.2.nan
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

struct Answers {
  int kind, finite, infinite, nan, normal, negative;
};

template <class T>
static Answers ask(T x) restrict(cpu, amp) {
  return {m::fpclassify(x), m::isfinite(x), m::isinf(x), m::isnan(x), m::isnormal(x), m::signbit(x)};
}

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50);
  const int n = static_cast<int>(x.size());
  std::vector<Answers> out(n);
  concurrency::array_view<const T> in(n, x);
  concurrency::array_view<Answers> answers(n, out);
  concurrency::parallel_for_each(
      in.get_extent(), [=](concurrency::index<1> i) restrict(amp) { answers[i] = ask(in[i]); });
  answers.synchronize();
  for (int i = 0; i < n; ++i) {
    const Answers& got = out[i];
    CHECK(got.kind == std::fpclassify(x[i]) && ask(x[i]).kind == got.kind);
    CHECK(!got.finite == !std::isfinite(x[i]) && !got.infinite == !std::isinf(x[i]));
    CHECK(!got.nan == !std::isnan(x[i]) && !got.normal == !std::isnormal(x[i]));
    CHECK(!got.negative == !std::signbit(x[i]));
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  concurrency::array_view<float> f(2);
  concurrency::array_view<double> d(2);
  concurrency::parallel_for_each(
      concurrency::extent<1>(1), [=](concurrency::index<1>) restrict(amp) {
        f[0] = m::nanf(5);
        f[1] = float(m::signbitf(-0.0f) != 0);
        d[0] = m::nan(5);
        d[1] = m::isnan(m::nan(0)) && m::isnan(m::nanf(0));
      });
  CHECK(std::isnan(f[0]) && f[1] == 1 && std::isnan(d[0]) && d[1] == 1);
  CHECK(std::isnan(m::nanf(1)) && std::isnan(m::nan(1)));
  return failures();
}
