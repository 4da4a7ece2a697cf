// rows: hc.half.arithmetic
#include <hc.hpp>

#include "maths.hpp"

constexpr int results = 8;

static void all(hc::half x, hc::half y, hc::half* out) [[cpu, hc]] {
  out[0] = x + y;
  out[1] = x - y;
  out[2] = x * y;
  out[3] = x / y;
  hc::half z = x;
  z += y;
  z *= hc::half(2);
  z -= x;
  z /= hc::half(4);
  out[4] = z;
  out[5] = -x;
  out[6] = x < y ? x : y;
  out[7] = hc::half((x == y) + 2 * (x != y) + 4 * (x <= y) + 8 * (x > y) + 16 * (x >= y));
}

int main() {
  const int n = 300;
  hc::array_view<hc::half> out(n * results);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    all(hc::half(0.1f * float(i[0] - 150)), hc::half(0.37f * float(i[0] % 17 + 1)), &out[i[0] * results]);
  });
  for (int i = 0; i < n; ++i) {
    const hc::half x = hc::half(0.1f * float(i - 150)), y = hc::half(0.37f * float(i % 17 + 1));
    hc::half want[results];
    all(x, y, want);
    for (int k = 0; k < results; ++k) CHECK(float(out[i * results + k]) == float(want[k]));
    // One operation in float and a rounding is the operation in half.
    CHECK(float(want[0]) == float(hc::half(float(x) + float(y))));
    CHECK(float(want[2]) == float(hc::half(float(x) * float(y))));
    CHECK(float(want[3]) == float(hc::half(float(x) / float(y))));
  }
  return failures();
}
