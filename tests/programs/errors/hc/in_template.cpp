#include <hc.hpp>

template <class T>
T checked(T v) {
  if (v < T()) throw 1;  // expected-error {{'throw' is not allowed in a kernel}}
  return v;
}

template <class F>
void launch(F f) {
  hc::parallel_for_each(hc::extent<1>(16), f);
}

template <class T>
void run(T v) {
  hc::array_view<T> out(16);
  launch([=](hc::index<1> i) [[hc]] { out[i] = checked(v); });  // expected-note {{is called from the kernel here}} expected-note {{kernel starts here}}
}

int main() {
  run(1);
  run(2.f);
}
