// rows: amp.ms.transitive, amp.3.3.shared_future
// ptx: none
// <amp.h> alone: Microsoft's brings <future> and <chrono> along.
#include <amp.h>

using namespace concurrency;

int main() {
  array<int> from(4), to(4);
  std::shared_future<void> copied = copy_async(from, to);
  copied.wait();
  completion_future other = copy_async(to, from);
  return other.wait_for(std::chrono::seconds(60)) == std::future_status::ready ? 0 : 1;
}
