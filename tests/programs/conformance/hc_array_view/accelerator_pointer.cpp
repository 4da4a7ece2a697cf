// rows: hc.array_view.accelerator_pointer
#include <hc.hpp>
#include <vector>

#include "check.hpp"

using namespace hc;

int main() {
  std::vector<int> host(24, 5);
  array_view<int> over_host(24, host);
  array_view<int, 2> without(4, 6);
  array<int> memory(24, host.begin());
  array_view<int> of_array(memory);
  int* const a = over_host.accelerator_pointer();
  int* const b = without.accelerator_pointer();
  int* const c = of_array.section(8, 8).accelerator_pointer();
  CHECK(a && b && c == memory.accelerator_pointer() + 8);
  CHECK(over_host.section(3, 4).accelerator_pointer() == a + 3);
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] {
    a[i[0]] += i[0];
    b[i[0]] = 2 * i[0];
    c[i[0]] *= 3;
  }).wait();
  CHECK(over_host[7] == 12 && over_host[8] == 5);
  CHECK(without(1, 1) == 14);
  CHECK(of_array[15] == 15 && of_array[16] == 5);
  const std::vector<int> constant(24, 5);
  array_view<const int> inputs(24, constant);
  const int* const p = inputs.accelerator_pointer();
  array_view<int> sum(1);
  parallel_for_each(extent<1>(1), [=](index<1> i) [[hc]] { sum[i] = p[1] + p[2]; }).wait();
  CHECK(sum[0] == 10);
  return failures();
}
