// rows: hc.rules.host_objects
#include <hc.hpp>

void again(const hc::array_view<int>& v) {
  // expected-error@+1 {{'parallel_for_each' is for the host alone and can't be called in a kernel}}
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> j) [[hc]] { v[j] = 2; });
}

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = 1;
    // expected-error@+1 {{'parallel_for_each' is for the host alone and can't be called in a kernel}}
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> j) [[hc]] { v[j] = 2; });
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    again(v);  // expected-note {{is called from the kernel here}}
  });
}
