// rows: amp.10.8.arithmetic, amp.10.8.clamping
#include <amp.h>
#include <amp_short_vectors.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int wrong() restrict(cpu, amp) {
  const unorm a(0.5f), b(0.75f);
  int bad = 0;
  bad += (a + b) != unorm(0.5f + 0.75f) || (a - b) != unorm(0.5f - 0.75f) || (a * b) != unorm(0.5f * 0.75f) || (b / a) != unorm(0.75f / 0.5f);
  unorm c = a;
  unorm& same = (c += b);
  bad += &same != &c || c != a + b;
  bad += (c -= a) != unorm(float(a + b) - 0.5f);
  c = a;
  bad += (c *= b) != a * b || (c = b, c /= a) != b / a;
  c = a;
  bad += c++ != a || float(c) != 1.0f;
  bad += c-- != unorm(1.0f) || float(c) != 0.0f;
  bad += float(++c) != 1.0f || float(--c) != 0.0f || float(--c) != 0.0f;
  return bad;
}

int main() {
  CHECK(wrong() == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(bad.extent, [=](index<1> i) restrict(amp) { bad[i] = wrong(); });
  CHECK(bad[0] == 0);
  return failures();
}
