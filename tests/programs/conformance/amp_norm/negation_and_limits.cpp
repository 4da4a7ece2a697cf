// rows: amp.10.8.negation, amp.10.8.constants
#include <amp.h>
#include <amp_short_vectors.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int wrong() restrict(cpu, amp) {
  int bad = 0;
  bad += float(-norm(0.25f)) != -0.25f || float(-NORM_MIN) != 1.0f || -NORM_MAX != NORM_MIN;
  bad += float(NORM_ZERO) != 0.0f || float(NORM_MIN) != -1.0f || float(NORM_MAX) != 1.0f;
  bad += float(UNORM_ZERO) != 0.0f || float(UNORM_MIN) != 0.0f || float(UNORM_MAX) != 1.0f;
  return bad;
}

int main() {
  CHECK(wrong() == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(bad.extent, [=](index<1> i) restrict(amp) { bad[i] = wrong(); });
  CHECK(bad[0] == 0);
  return failures();
}
