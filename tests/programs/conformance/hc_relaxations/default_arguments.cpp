// rows: hc.rules.cpu_function
// A default argument belongs to the calls that leave the argument out.
#include <hc.hpp>

#include "check.hpp"

int of_cpu() [[cpu]] { return 1; }
int twice(int x = of_cpu()) [[hc, cpu]] { return 2 * x; }

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = twice(i[0]); });
  CHECK(v[3] == 6 && twice() == 2);
  return failures();
}
