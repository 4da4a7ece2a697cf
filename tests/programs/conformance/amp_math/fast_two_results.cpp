// rows: amp.9.1.atan2, amp.9.1.fmax, amp.9.1.fmin, amp.9.1.fmod, amp.9.1.frexp, amp.9.1.ldexp, amp.9.1.modf, amp.9.1.pow, amp.9.1.sincos
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::fast_math;

constexpr int results = 12;

static void all(float x, float y, float* out) restrict(amp) {
  int n, n_f;
  float whole, whole_f, sine, cosine;
  out[0] = m::atan2(x, y) + m::atan2f(x, y);
  out[1] = m::fmax(x, y) + m::fmaxf(x, y);
  out[2] = m::fmin(x, y) + m::fminf(x, y);
  out[3] = m::fmod(x, y) + m::fmodf(x, y);
  out[4] = m::frexp(x, &n) + m::frexpf(y, &n_f);
  out[5] = float(10 * n + n_f);
  out[6] = m::ldexp(x, 3) + m::ldexpf(y, -2);
  out[7] = m::modf(x, &whole) + m::modff(y, &whole_f);
  out[8] = 10 * whole + whole_f;
  out[9] = m::pow(x, y) + m::powf(y, x);
  m::sincos(x, &sine, &cosine);
  out[10] = sine + 2 * cosine;
  m::sincosf(y, &sine, &cosine);
  out[11] = sine + 2 * cosine;
}

static void reference_of(double x, double y, double* out) {
  int n, n_f;
  double whole, whole_f;
  out[0] = 2 * std::atan2(x, y);
  out[1] = 2 * std::fmax(x, y);
  out[2] = 2 * std::fmin(x, y);
  out[3] = 2 * std::fmod(x, y);
  out[4] = std::frexp(x, &n) + std::frexp(y, &n_f);
  out[5] = 10 * n + n_f;
  out[6] = 8 * x + y / 4;
  out[7] = std::modf(x, &whole) + std::modf(y, &whole_f);
  out[8] = 10 * whole + whole_f;
  out[9] = std::pow(x, y) + std::pow(y, x);
  out[10] = std::sin(x) + 2 * std::cos(x);
  out[11] = std::sin(y) + 2 * std::cos(y);
}

int main() {
  const int n = 60;
  concurrency::array_view<float, 2> out(n, results);
  concurrency::parallel_for_each(
      concurrency::extent<1>(n), [=](concurrency::index<1> i) restrict(amp) {
        all(0.125f + float(i[0]) * 0.0625f, 0.375f + float((i[0] * 7) % n) * 0.03125f, &out(i[0], 0));
      });
  for (int i = 0; i < n; ++i) {
    double want[results];
    reference_of(0.125 + i * 0.0625, 0.375 + (i * 7) % n * 0.03125, want);
    for (int k = 0; k < results; ++k)
      CHECK(std::fabs(out(i, k) - want[k]) <= 1e-3 * (1 + std::fabs(want[k])));
  }
  return failures();
}
