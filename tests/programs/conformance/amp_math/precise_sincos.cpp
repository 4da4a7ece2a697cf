// rows: amp.9.2.sincos
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-100, 100);
  const int n = static_cast<int>(x.size());
  concurrency::array_view<const T> in(n, x);
  concurrency::array_view<T> sines(n), cosines(n);
  concurrency::parallel_for_each(
      in.get_extent(), [=](concurrency::index<1> i) restrict(amp) {
        T sine, cosine;
        m::sincos(in[i], &sine, &cosine);
        sines[i] = sine;
        cosines[i] = cosine;
      });
  for (int i = 0; i < n; ++i) {
    T sine, cosine;
    m::sincos(x[i], &sine, &cosine);
    const Wide<T> wide_sine = std::sin(Wide<T>(x[i])), wide_cosine = std::cos(Wide<T>(x[i]));
    check_near<T>("sincos's sine", sines[i], wide_sine, 4, x[i]);
    check_near<T>("sincos's cosine", cosines[i], wide_cosine, 4, x[i]);
    check_near<T>("sincos's sine on the CPU", sine, wide_sine, 4, x[i]);
    check_near<T>("sincos's cosine on the CPU", cosine, wide_cosine, 4, x[i]);
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  concurrency::array_view<float> out(2);
  concurrency::parallel_for_each(
      concurrency::extent<1>(1), [=](concurrency::index<1>) restrict(amp) {
        m::sincosf(0.5f, &out[0], &out[1]);  // places in global memory
      });
  check_near("sincosf", out[0], std::sin(0.5), 4, 0.5f);
  check_near("sincosf", out[1], std::cos(0.5), 4, 0.5f);
  return failures();
}
