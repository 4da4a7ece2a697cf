#include <hc.hpp>

struct element {
  int v;
  element() [[cpu]] : v(3) {}  // expected-note {{'element()' declared here}}
};
struct holder {
  element parts[2];
  // expected-error@-1 {{'element()' is restricted to the CPU and can't be called in a kernel}}
  holder() [[hc]] {}
};

void run(hc::array_view<int> v) {
  hc::parallel_for_each(hc::extent<1>(64), [=](hc::index<1> i) [[hc]] {  // expected-note {{kernel starts here}}
    holder h;  // expected-note {{is called from the kernel here}}
    v[i] = h.parts[0].v;
  });
}
