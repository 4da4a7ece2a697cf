// rows: amp.3.3.shared_future, amp.3.3.wait_for
#include <amp.h>

#include <chrono>
#include <future>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(50, 2);
  array<int, 1> a(50);
  completion_future done = copy_async(data.begin(), data.end(), a);
  const std::future_status status = done.wait_for(std::chrono::seconds(20));
  CHECK(status == std::future_status::ready);
  CHECK(done.wait_until(std::chrono::steady_clock::now() + std::chrono::seconds(20)) ==
        std::future_status::ready);
  std::shared_future<void> shared = done;
  shared.get();
  CHECK(shared.valid());
  std::vector<std::shared_future<void>> all(2, accelerator().default_view.create_marker());
  for (std::shared_future<void>& one : all) one.wait();
  return failures();
}
