// rows: amp.2.whole_programs
// ptx: none
#include <amp.h>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> d(8, 4), e(8);
  array<int> a(8);
  completion_future f = copy_async(d.begin(), d.end(), a);
  f.get();
  completion_future g = copy_async(a, e.begin()), none;
  std::shared_future<void> s = g;
  int ran = 0;
  g.wait();
  CHECK(g.valid() && !none.valid() && g.wait_for(std::chrono::seconds(1)) == std::future_status::ready);
  CHECK(g.wait_until(std::chrono::system_clock::now() + std::chrono::seconds(1)) ==
        std::future_status::ready);
  s.wait();
  accelerator_view view = accelerator().create_view(queuing_mode_immediate);
  completion_future m = view.create_marker();
  view.flush();
  view.wait();
  m.get();
  {
    completion_future t = copy_async(a, e.begin());
    t.then([&] { ran = 1; });
    t.wait();
    for (int i = 0; i < 1000 && !ran; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(ran == 1 && e[7] == 4 && view.queuing_mode == queuing_mode_immediate);
  return failures();
}
