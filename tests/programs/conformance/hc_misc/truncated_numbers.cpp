// rows: hc.parallel_for_each.extent
// Floating-point numbers that become integers and floating point again: a zero then has no sign.
#include <hc.hpp>

#include <cmath>
#include <vector>

#include "check.hpp"

constexpr int many = 16;

template <class T, class Whole>
static T cut(T x) [[hc]] [[cpu]] {
  if (x > T(100)) return T(100);
  return T(Whole(x));
}

template <class T>
static bool same(T made, T wanted) {
  return made == wanted && std::signbit(made) == std::signbit(wanted);
}

template <class T, class Whole>
static void check_sizes() {
  std::vector<T> own(many);
  for (int k = 0; k < many; ++k) own[k] = T(k % 5 - 2) * T(0.3) + (k > 10 ? T(7) : T(0));
  const hc::array_view<const T> numbers(many, own);
  for (const int items : {1, 5, 8, 64, 100}) {
    std::vector<T> single(items), rows(items * many);
    hc::array_view<T> a(items, single), b(items * many, rows);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
      a[i] = T(Whole(numbers[i[0] % many]));
      for (int k = many - 1; k >= 0; --k) b[i[0] * many + k] = cut<T, Whole>(numbers[k]);
    });
    for (int i = 0; i < items; ++i) {
      CHECK(same(a[i], T(Whole(own[i % many]))));
      for (int k = 0; k < many; ++k) CHECK(same(b[i * many + k], (cut<T, Whole>(own[k]))));
    }
  }
}

int main() {
  check_sizes<float, int>();
  check_sizes<double, int>();
  check_sizes<float, long>();
  check_sizes<double, long>();
  check_sizes<float, short>();
  return failures();
}
