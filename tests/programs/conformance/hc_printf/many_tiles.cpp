// rows: hc.printf.no_loss
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  Capture output;
  for (int round = 0; round < 3; ++round)  // more than the buffer's begin is used again
    hc::parallel_for_each(hc::extent<2>(64, 64).tile(8, 8), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static int sum;
      if (t.local[0] == 0 && t.local[1] == 0) sum = 0;
      t.barrier.wait();
      hc::atomic_fetch_add(&sum, 1);
      t.barrier.wait();
      hc::printf("(%d,%d:%d)", t.global[0], t.global[1], sum);
    }).wait();
  const std::string text = output.text();
  CHECK(occurrences(text, ":64)") == 3 * 64 * 64);
  CHECK(occurrences(text, "(63,63:64)") == 3 && occurrences(text, "(0,17:64)") == 3);
  return failures();
}
