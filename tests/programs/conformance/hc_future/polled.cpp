// rows: hc.completion_future.wait_for, hc.completion_future.shared_future
// A program that asks without waiting learns that the work is done, also after it was told so before.
#include <chrono>
#include <future>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

using namespace hc;

bool polled(const completion_future& work) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (work.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready)
    if (std::chrono::steady_clock::now() > end) return false;
  return true;
}

int main() {
  std::vector<int> data(1000, 1);
  array<int> a(1000, data.begin());
  for (int round = 0; round < 100 && !failures(); ++round) {
    parallel_for_each(a.get_extent(), [&a](index<1> i) [[hc]] {
      for (int k = 0; k < 100; ++k) a[i] = a[i] * 3 + k;
    });
    const completion_future work = copy_async(a, data.begin());
    const std::shared_future<void> early = work;
    CHECK(polled(work));
    CHECK(data[999] == data[0]);
    CHECK(work.wait_until(std::chrono::steady_clock::now()) == std::future_status::ready);
    const std::shared_future<void> late = work;
    CHECK(late.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
    early.get();
  }
  const completion_future marker = accelerator().get_default_view().create_marker();
  CHECK(polled(marker));
  return failures();
}
