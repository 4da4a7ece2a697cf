// What ends or is made while other threads are amid something, over the fake CUDA driver.
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "cuda_fixture.hpp"

namespace {

// Waits for what other threads do, up to 20 seconds.
template <class Condition>
bool comes_true(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// A kernel on memory that no buffer knows of: nothing but the event keeps the queue.
Ref<Event> add_to(Fixture& f, const Ref<Queue>& queue, int* data) {
  LaunchScope scope(queue.get());
  const Argument argument{data, 1, 1};
  return scope.launch(f.unit.id("add"), &argument, sizeof argument, flat(1));
}

}  // namespace

// Each kernel takes 20 ms.
TEST(LifetimeSlow, EndOfAQueueDelaysNoFunction) {
#ifdef __SANITIZE_THREAD__
  return;  // it polls what a kernel writes
#endif
  Fixture f;
  auto* const data = static_cast<int*>(allocate(device(), 64, 0, alloc_host_pinned));
  *data = 0;
  Ref<Event> first, second;
  {
    const Ref<Queue> queue = create_queue(device(), QueueOptions());
    first = run_behind(add_to(f, queue, data), action([] {}));  // keeps the kernel, and that the queue
    for (int i = 0; i < 150; ++i) add_to(f, queue, data);
  }
  wait(first.get());
  std::atomic<int> seen{-1};
  second = run_behind(add_to(f, f.queue, static_cast<int*>(allocate(device(), 64, 0, alloc_host_pinned))),
                      action([&] { seen = *static_cast<volatile int*>(data); }));
  wait(second.get());
  EXPECT_TRUE(seen >= 1 && seen < 140);
  EXPECT_TRUE(comes_true([&] { return *static_cast<volatile int*>(data) == 151; }));
}

TEST(Lifetime, QueuesEndWhoseWorkCameAfterFunctions) {
  Fixture f;
  const std::size_t before = queues(device()).size();
  std::atomic<bool> go{false};
  const Ref<Event> function = run_behind(marker(f.queue.get(), {}), action([&] {
                                           while (!go) std::this_thread::yield();
                                         }));
  for (int i = 0; i < 30; ++i) marker(create_queue(device(), QueueOptions()).get(), {function});
  go = true;
  wait(function.get());
  EXPECT_TRUE(comes_true([&] { return queues(device()).size() == before; }));
}

// The driver loads a library while it compiles; the loader calls hcrt_register() meanwhile.
TEST(LifetimeLoader, LoaderRegistersWhileTheDriverLoads) {
  alarm(60);
  Fixture f;
  std::atomic<bool> launched{false};
  std::thread compiling([&] {
    const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
    launched = true;
    wait(f.launch("add", view.get(), 1, flat(100)).get());
  });
  while (!launched) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  dl_iterate_phdr(
      [](dl_phdr_info*, std::size_t, void*) {
        static TestUnit& plugin = *new TestUnit("unit-plugin", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
        plugin.register_now();
        return 1;
      },
      nullptr);
  compiling.join();
  alarm(0);
}
