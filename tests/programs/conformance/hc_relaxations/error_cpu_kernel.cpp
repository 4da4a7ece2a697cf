// rows: hc.rules.cpu_kernel
#include <hc.hpp>

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[cpu]] {  // expected-error {{a kernel can't be restricted to the CPU; declare it [[hc]]}}
    v[i] = 1;
  });
}
