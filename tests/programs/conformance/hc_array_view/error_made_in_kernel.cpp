// rows: hc.array_view.no_source
#include <hc.hpp>

// A view without memory of the host's: nothing could give it elements in a kernel.
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    hc::array_view<int> w(4);  // expected-error {{'array_view' is for the host alone and can't be called in a kernel}}
    v[i] = w[0];
  });
}
