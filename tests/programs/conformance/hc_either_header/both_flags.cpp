// rows: hc.headers.both_flags
// flags: -std=c++amp
#include <hc.hpp>

#include "check.hpp"

#if !defined(__HCC_HC__) || defined(__HCC_AMP__)
#error "-hc wins"
#endif

int unannotated(int x) { return x + 1; }

int main() {
  hc::array_view<int> v(2);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = unannotated(i[0]); }).wait();
  CHECK(v[1] == 2);
  return failures();
}
