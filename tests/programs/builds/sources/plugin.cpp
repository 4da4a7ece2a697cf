// A shared object that the program opens at run time.
#include <hc.hpp>

#include "plugin_factor.hpp"

extern "C" int plugin_product(int n) {
  hc::array_view<int> numbers(n);
  hc::parallel_for_each(numbers.get_extent(),
                        [=](hc::index<1> i) [[hc]] { numbers[i] = plugin_factor * (i[0] + 1); });
  return numbers[n - 1];
}
