// rows: hc.completion_future.shared_future, hc.completion_future.wait_for
#include <chrono>
#include <future>
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array<int> a(64);
  hc::completion_future f = hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 1; });
  std::shared_future<void> shared = f;
  shared.wait();
  CHECK(shared.valid() && f.wait_for(std::chrono::seconds(10)) == std::future_status::ready);
  CHECK(f.wait_until(std::chrono::system_clock::now() + std::chrono::seconds(10)) ==
        std::future_status::ready);
  std::shared_future<void> copied = hc::copy_async(a, a);
  copied.get();
  return failures();
}
