// rows: hc.globals.plain
#include <hc.hpp>

#include "check.hpp"

int width = 3;
static double weight = 0.5;
const int fixed[] = {4, 5, 6};

int main() {
  hc::array_view<double> out(2);
  for (int round = 0; round < 3; ++round) {
    width = round * 10;  // kernels see the value at their launch
    weight += 1;
    hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
      out[0] = width + weight + fixed[round];
    }).wait();
    CHECK(out[0] == round * 10 + 1.5 + round + 4 + round);
  }
  return failures();
}
