// rows: hc.headers.no_flag
// dialect: none
#include <hc.hpp>

#include "check.hpp"

int unannotated(int x) { return x + 1; }

int main() {
  hc::array_view<int> v(2);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = unannotated(i[0]); }).wait();
  CHECK(v[1] == 2);
  return failures();
}
