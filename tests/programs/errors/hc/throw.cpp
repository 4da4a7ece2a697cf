#include <hc.hpp>

static float helper(float v) {
  if (v < 0) throw v;  // expected-error {{'throw' is not allowed in a kernel}}
  return v;
}

static float outer(float v) { return helper(v) + 1; }  // expected-note {{'helper(float)' is called from 'outer(float)' here}}

int main() {
  hc::array_view<float> v(16);
  hc::extent<1> e(16);
  hc::parallel_for_each(e, [=](hc::index<1> i) [[hc]] {  // expected-note {{kernel starts here}}
    v[i] = outer(2.f);                                   // expected-note {{'outer(float)' is called from the kernel here}}
  });
}
