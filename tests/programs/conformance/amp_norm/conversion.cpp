// rows: amp.10.8.conversion
#include <amp.h>
#include <amp_short_vectors.h>

#include <type_traits>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int wrong() restrict(cpu, amp) {
  int bad = 0;
  const norm from_unorm = unorm(0.75f);
  bad += float(from_unorm) != 0.75f;
  bad += float(unorm(norm(0.25f))) != 0.25f || float(unorm(norm(-0.25f))) != 0.0f;
  const float implicit = norm(-0.5f);
  bad += implicit != -0.5f;
  // With a float, arithmetic is of float: nothing is clamped.
  bad += unorm(0.75f) + 1.0f != 1.75f || norm(0.5f) * 4 != 2.0f || -2.0f - unorm(0.5f) != -2.5f;
  // With an unorm, a norm's arithmetic is of norm.
  bad += float(norm(0.75f) + unorm(0.75f)) != 1.0f;
  return bad;
}

int main() {
  CHECK(wrong() == 0);
  CHECK((std::is_convertible<unorm, norm>::value) && (std::is_convertible<norm, float>::value));
  CHECK(!(std::is_convertible<norm, unorm>::value) && (std::is_constructible<unorm, norm>::value));
  CHECK(!(std::is_convertible<float, norm>::value) && !(std::is_convertible<int, unorm>::value));
  array_view<int, 1> bad(1);
  parallel_for_each(bad.extent, [=](index<1> i) restrict(amp) { bad[i] = wrong(); });
  CHECK(bad[0] == 0);
  return failures();
}
