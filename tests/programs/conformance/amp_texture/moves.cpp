// rows: amp.10.1.move
#include <amp_graphics.h>

#include <utility>
#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

texture<int, 1> made(int n) {
  std::vector<int> values(n, n);
  return texture<int, 1>(n, values.begin(), values.end());
}

int main() {
  std::vector<texture<int, 1>> kept;
  for (int n = 1; n < 6; ++n) kept.push_back(made(n));  // grows: moves what is in it
  array_view<int, 1> sum(5);
  for (int n = 0; n < 5; ++n) {
    const texture<int, 1>& t = kept[n];
    parallel_for_each(extent<1>(1), [=, &t](index<1>) restrict(amp) {
      sum[n] = 0;
      for (int k = 0; k <= n; ++k) sum[n] += t[k];
    });
  }
  for (int n = 0; n < 5; ++n) CHECK(sum[n] == (n + 1) * (n + 1));
  kept[0] = std::move(kept[4]);
  CHECK(kept[0].extent[0] == 5);
  int values[5];
  copy(kept[0], values, sizeof values);
  CHECK(values[0] == 5 && values[4] == 5);
  return failures();
}
