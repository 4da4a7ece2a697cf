// rows: amp.10.8.constructors, amp.10.8.clamping
#include <amp.h>
#include <amp_short_vectors.h>

#include <cmath>
#include <limits>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int clamps(float huge, float nan) restrict(cpu, amp) {
  int bad = 0;
  bad += float(norm()) != 0.0f || float(unorm()) != 0.0f;
  bad += float(norm(0.75f)) != 0.75f || float(norm(-0.75f)) != -0.75f;
  bad += float(norm(1.5f)) != 1.0f || float(norm(-1.5f)) != -1.0f;
  bad += float(unorm(0.75f)) != 0.75f || float(unorm(-0.75f)) != 0.0f || float(unorm(1.5f)) != 1.0f;
  bad += float(norm(3)) != 1.0f || float(norm(-3)) != -1.0f || float(norm(3u)) != 1.0f;
  bad += float(unorm(3)) != 1.0f || float(unorm(-3)) != 0.0f || float(unorm(3u)) != 1.0f;
  bad += float(norm(0.25)) != 0.25f || float(unorm(1e9)) != 1.0f || float(norm(-1e9)) != -1.0f;
  bad += float(norm(huge)) != 1.0f || float(norm(-huge)) != -1.0f || float(unorm(huge)) != 1.0f;
  // No value outside, not even of what is no number.
  const float of_nan = norm(nan), unsigned_of_nan = unorm(nan);
  bad += !(of_nan >= -1.0f && of_nan <= 1.0f) || !(unsigned_of_nan >= 0.0f && unsigned_of_nan <= 1.0f);
  return bad;
}

int main() {
  const float huge = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  CHECK(clamps(huge, nan) == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(bad.extent, [=](index<1> i) restrict(amp) { bad[i] = clamps(huge, nan); });
  CHECK(bad[0] == 0);
  CHECK(sizeof(norm) == sizeof(float) && sizeof(unorm) == sizeof(float));
  return failures();
}
