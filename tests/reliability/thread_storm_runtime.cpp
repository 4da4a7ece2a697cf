// T3 on libhcrt alone, for ThreadSanitizer: threads submit to shared and own queues, wait, chain functions,
// join events, cancel, and create and drop queues and buffers, all at once on the host accelerator.
//
//   thread_storm_runtime [--threads N] [--rounds N] [--timeout SECONDS]
#include <atomic>
#include <thread>

#include "../device/runtime/bundle_builder.hpp"
#include "options.hpp"
#include "watchdog.hpp"

using namespace hcrt;

namespace {

struct Add {
  int* data;
  long value;
};

void add(const void* argument, const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last, void*,
         void*) {
  const auto* const w = static_cast<const Add*>(argument);
  const std::uint64_t end = last * launch->group_size[0];
  for (std::uint64_t i = first * launch->group_size[0]; i < end && i < launch->global_size[0]; ++i)
    w->data[i] += static_cast<int>(w->value);
}

TestUnit& unit() {
  static TestUnit& instance =
      *new TestUnit("unit-storm", {{"add", sizeof(Add), add}}, {{HCRT_IMAGE_HOST, "x86-64", ""}});
  return instance;
}

class Count final : public Action {
 public:
  explicit Count(std::atomic<long>& counter) : counter_(counter) {}
  void run() override { ++counter_; }

 private:
  std::atomic<long>& counter_;
};

std::atomic<long> done{0}, wanted{0}, failures{0};

Ref<Event> launch(Queue* queue, Buffer* buffer) {
  LaunchScope scope(queue);
  const Add argument{static_cast<int*>(scope.bind(buffer, Access::read_write)), 1};
  LaunchShape shape;
  shape.global[0] = 64;
  return scope.launch(unit().id("add"), &argument, sizeof argument, shape);
}

void work(Queue* shared, Buffer* common, std::atomic<long>& common_launches, int thread, int rounds) {
  Device* const device = device_of(shared);
  Ref<Queue> own = create_queue(device, QueueOptions());
  std::vector<int> memory(64, 0);
  const Ref<Buffer> mine = create_view_buffer(memory.data(), 256, true);
  for (int r = 0; r < rounds; ++r) {
    Queue* const queue = r % 2 ? shared : own.get();
    const Ref<Event> event = launch(queue, mine.get());
    const Ref<Event> other = launch(queue, common);
    ++common_launches;
    switch ((r + thread) % 10) {
      case 0:
        wait(event.get());
        break;
      case 1:
        wait(queue);
        break;
      case 2:
        ++wanted;
        on_complete(event.get(), new Count(done));
        break;
      case 3:
        wait(when_all({event, other}).get());
        break;
      case 4:
        wait(when_any({event, other}).get());
        break;
      case 5:
        ++wanted;
        run_behind(event, new Count(done));
        break;
      case 6:
        own = create_queue(device, QueueOptions());  // the old one may have work pending
        break;
      case 7:
        marker(own.get(), {event, other});
        break;
      case 8:
        host_pointer(mine.get(), Access::read, 0, 256);
        break;
      default:
        static_cast<void>(is_ready(event.get()));
        static_cast<void>(end_tick(event.get()));
        static_cast<void>(pending(queue));
        break;
    }
  }
  const int* const data = static_cast<int*>(host_pointer(mine.get(), Access::read, 0, 256));
  if (data[0] != rounds || data[63] != rounds) {
    std::printf("FAILED thread %d: %d and %d launches counted\n", thread, data[0], data[63]);
    ++failures;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = static_cast<int>(option(argc, argv, "--threads", 8));
  const int rounds = static_cast<int>(option(argc, argv, "--rounds", 300));
  Watchdog watchdog(static_cast<int>(option(argc, argv, "--timeout", 300)));
  unit().register_now();
  const Ref<Queue> shared = create_queue(find_device(L"host"), QueueOptions());
  const Ref<Buffer> common = create_view_buffer(nullptr, 256, true);
  std::atomic<long> common_launches{0};
  watchdog.begin("storm");
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      try {
        work(shared.get(), common.get(), common_launches, t, rounds);
      } catch (const std::exception& error) {
        std::printf("FAILED thread %d: %s\n", t, error.what());
        ++failures;
      }
    });
  for (std::thread& thread : all) thread.join();
  if (*static_cast<int*>(host_pointer(common.get(), Access::read, 0, 256)) != common_launches) {
    std::printf("FAILED: launches on the common buffer were lost\n");
    ++failures;
  }
  while (done != wanted) std::this_thread::yield();  // a lost one is the watchdog's
  return finish(std::to_string(static_cast<long>(threads) * rounds * 2) + " submits", failures);
}
