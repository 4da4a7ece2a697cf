#include "library.hpp"

#include <hc.hpp>

#include "shift.hpp"

int library_sum() {
  hc::array_view<int> numbers(8);
  hc::parallel_for_each(numbers.get_extent(), [=](hc::index<1> i) [[hc]] { numbers[i] = shift(i[0]); });
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += numbers[i];
  return sum;
}
