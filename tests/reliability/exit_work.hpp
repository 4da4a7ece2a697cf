// What T20's scenarios submit.
#ifndef HCRT_TESTS_EXIT_WORK_HPP
#define HCRT_TESTS_EXIT_WORK_HPP

#include <hc.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int size = 20000;

void require(bool condition, const char* what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what);
  std::fflush(stdout);
  std::_Exit(1);
}

hc::completion_future add_one(const hc::accelerator_view& view, const hc::array_view<int>& data) {
  return hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] {
    int x = data[i];
    for (int k = 0; k < 300; ++k) x = x * 3 + k;
    data[i] += 1 + (x == 12345 ? 0 : 0);
  });
}

}  // namespace

#endif
