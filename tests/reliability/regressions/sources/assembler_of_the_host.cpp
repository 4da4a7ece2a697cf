// -hc -c --targets=host accepted
#include <hc.hpp>
int main() {
  hc::array_view<int> v(1);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    asm("nop");
    v[i] = 1;
  });
}
