// rows: hc.half.promotion
// Each operation of an expression is rounded, in kernels and on the CPU alike.
#include <hc.hpp>
#include <vector>

#include "maths.hpp"

using hc::half;

// What more bits would make 2050, 1, a finite number, 2^-24, true, 1.
template <class Out>
static void compute(half a, half one, half large, half least, Out out) [[cpu, hc]] {
  out(0, a + one + one);
  out(1, (a + one) - a);
  out(2, (large + large) - large);
  out(3, (least / half(2)) * half(2));
  out(4, half(a + one > a ? 1 : 0));
  out(5, -(a + one) + a);
  half sum = a;
  sum += one + one * one / a;
  out(6, sum);
  const half parts[2] = {a + one, a + one};
  out(7, parts[0] - parts[1] + (a + one - a));
  out(8, static_cast<half>(static_cast<float>(a + one) - static_cast<float>(a)));
}

static const float expected[] = {2048, 0, INFINITY, 0, 0, 0, 2048, 0, 0};

int main() {
  const std::vector<float> given = {2048, 1, 60000, 5.9604644775390625e-8f};
  hc::array_view<const float> in(4, given.data());
  hc::array_view<float> out(9);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    compute(half(in[0]), half(in[1]), half(in[2]), half(in[3]),
            [=](int i, half value) [[cpu, hc]] { out[i] = value; });
  });
  for (int i = 0; i < 9; ++i) CHECK(out[i] == expected[i]);
  float here[9];
  compute(half(given[0]), half(given[1]), half(given[2]), half(given[3]),
          [&](int i, half value) [[cpu, hc]] { here[i] = value; });
  for (int i = 0; i < 9; ++i) CHECK(here[i] == expected[i]);
  return failures();
}
