// rows: hc.array_view.constructors, hc.copy.iterators
#include <hc.hpp>

#include <vector>

#include "check.hpp"

int main() {
  std::vector<int> data(4);
  int memory[4] = {}, square[4] = {1, 2, 3, 4};
  hc::array_view<volatile int> over_memory(4, memory), over_data(4, data), alone(4);
  hc::array_view<const volatile int> inputs = over_memory;
  hc::array_view<volatile int, 2> rows(2, 2, square), turned = over_memory.view_as(hc::extent<2>(2, 2));
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
    over_memory[i] = i[0];
    over_data[i] = 2 * i[0];
    alone[i] = 1;
    alone[i] += over_data[i];
  }).wait();
  hc::parallel_for_each(hc::extent<2>(2, 2), [=](hc::index<2> i) [[hc]] {
    rows[i] += inputs[i[0] * 2 + i[1]];
    rows(i[0], i[1]) += 1;
    turned[i] += rows[i];
  }).wait();
  over_memory.synchronize();
  over_data.synchronize();
  rows.synchronize();
  CHECK(memory[3] == 11 && square[3] == 8 && data[3] == 6 && over_memory.section(1, 2)[0] == 5);
  std::vector<int> out(4);
  hc::copy(alone, out.begin());
  CHECK(out[2] == 5);
  hc::copy(data.begin(), data.end(), alone);
  CHECK(alone[1] == 2);
  return failures();
}
