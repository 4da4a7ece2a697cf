// rows: amp.5.2.deduction
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

template <typename T, int N>
static void scale(const array_view<T, N>& v, T factor) {
  parallel_for_each(v.extent, [=](index<N> i) restrict(amp) { v[i] *= factor; });
}
template <typename View>
static typename View::value_type first_of(const View& v) {
  return v[index<View::rank>()];
}

int main() {
  std::vector<int> data = numbers(12);
  std::vector<double> reals(8, 1.5);
  scale(array_view<int, 2>(3, 4, data), 3);
  scale(array_view<double, 3>(2, 2, 2, reals), 2.0);
  CHECK(data[11] == 33 && reals[7] == 3.0);
  CHECK(first_of(array_view<double, 1>(reals)) == 3.0);
  CHECK(first_of(array_view<const int, 2>(3, 4, data)) == 0);
  return failures();
}
