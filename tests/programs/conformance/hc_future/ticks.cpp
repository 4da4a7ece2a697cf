// rows: hc.completion_future.ticks
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::completion_future empty;
  CHECK(empty.get_begin_tick() == 0 && empty.get_end_tick() == 0 && empty.get_tick_frequency() == 0);
  hc::array<unsigned> a(4096);
  hc::completion_future first = hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] {
    for (unsigned n = 0; n < 100; ++n) a[i] += n * a[i] + 1;
  });
  hc::completion_future second =
      hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] += 1; });
  second.wait();
  CHECK(first.get_tick_frequency() > 0 && first.get_begin_tick() > 0);
  CHECK(first.get_end_tick() >= first.get_begin_tick() && second.get_end_tick() >= first.get_begin_tick());
  return failures();
}
