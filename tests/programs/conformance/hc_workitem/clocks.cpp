// rows: hc.clock.clock_u64, hc.clock.cycle_u64, hc.clock.get_system_ticks
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<std::uint64_t> clock(4), cycle(4);
  const std::uint64_t begin = hc::get_system_ticks();
  for (int round = 0; round < 4; ++round)
    hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
      clock[round] = __clock_u64();
      cycle[round] = hc::__cycle_u64();
    }).wait();
  for (int round = 1; round < 4; ++round) CHECK(clock[round] > clock[round - 1]);
  CHECK(cycle[0] != 0 && cycle[3] != cycle[2]);
  const std::uint64_t passed = hc::get_system_ticks() - begin;
  CHECK(passed > 0 && passed / hc::get_tick_frequency() < 60);
  return failures();
}
