// rows: amp.10.4.set, amp.10.4.get, amp.10.1.capture
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

/// Blurs along the row, again and again, between two textures.
int main() {
  const int n = 32;
  std::vector<float> values(n, 0.0f), expected(n, 0.0f);
  values[n / 2] = expected[n / 2] = 1024.0f;
  texture<float, 1> a(n, values.begin(), values.end()), b(n);
  for (int round = 0; round < 4; ++round) {
    texture<float, 1>& from = round % 2 == 0 ? a : b;
    texture<float, 1>& to = round % 2 == 0 ? b : a;
    const texture_view<const float, 1> source(from);
    const texture_view<float, 1> target(to);
    parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
      const int left = i[0] > 0 ? i[0] - 1 : 0, right = i[0] < n - 1 ? i[0] + 1 : n - 1;
      target.set(i, source[left] * 0.25f + source[i] * 0.5f + source[right] * 0.25f);
    });
    const std::vector<float> before = expected;
    for (int k = 0; k < n; ++k)
      expected[k] = before[k > 0 ? k - 1 : 0] * 0.25f + before[k] * 0.5f + before[k < n - 1 ? k + 1 : n - 1] * 0.25f;
  }
  copy(a, values.begin());
  CHECK(values == expected && values[n / 2 + 4] == 4.0f);
  return failures();
}
