// rows: hc.globals.device
#include <hc.hpp>

#include "check.hpp"

[[hc]] int counter = 10;
[[hc]] int history[4];

int main() {
  hc::accelerator_view view = hc::accelerator().get_default_view();
  for (int round = 0; round < 4; ++round)
    hc::parallel_for_each(view, hc::extent<1>(100), [=](hc::index<1> i) [[hc]] {
      const int before = hc::atomic_fetch_add(&counter, 1);
      if (i[0] == 0) history[round] = before >= 10 + 100 * round && before < 110 + 100 * round;
    });
  hc::array_view<int> out(5);
  hc::parallel_for_each(view, hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = counter;
    for (int k = 0; k < 4; ++k) out[k + 1] = history[k];
  }).wait();
  CHECK(out[0] == 410 && out[1] && out[2] && out[3] && out[4]);
  return failures();
}
