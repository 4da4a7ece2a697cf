// Raw memory on the host accelerator: am_alloc's inside, and the program's own memory.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

struct Argument {
  std::atomic<bool>* go;
  int* pointer;
};

void write_behind_go(const void* argument, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*,
                     void*) {
  const auto* const w = static_cast<const Argument*>(argument);
  while (w->go && !w->go->load()) std::this_thread::yield();
  *static_cast<volatile int*>(w->pointer) = 1;
}

TestUnit& unit() {
  static TestUnit& instance = *new TestUnit("unit-memory", {{"write", sizeof(Argument), write_behind_go}},
                                            {{HCRT_IMAGE_HOST, "x86-64", ""}});
  static const bool registered = (instance.register_now(), true);
  static_cast<void>(registered);
  return instance;
}

// By this name no other driver is opened: some have their own signal handlers.
Device* host() { return find_device(L"direct3d\\ref"); }

Ref<Event> launch(const Ref<Queue>& queue, const Argument& argument) {
  LaunchScope scope(queue.get());
  return scope.launch(unit().id("write"), &argument, sizeof argument, LaunchShape());
}

}  // namespace

// A failed kernel that nobody has waited for: its error is not the memory functions', and stays for wait().
TEST(Memory, ErrorsOfKernelsAreNotThoseOfUnlocking) {
  const Ref<Queue> queue = create_queue(host(), QueueOptions());
  std::vector<int> mine(100);
  EXPECT_TRUE(lock_host_memory(mine.data(), 400, {host()}, 0));
  std::atomic<bool> go{false};
  launch(queue, {nullptr, nullptr});
  launch(queue, {&go, &mine[1]});
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    go = true;
  });
  EXPECT_TRUE(unlock_host_memory(mine.data()));
  EXPECT_TRUE(go);  // kernels that may use the memory are waited for
  later.join();
  EXPECT_FALSE(unlock_host_memory(mine.data()));
  EXPECT_CONTAINS(message_of([&] { wait(queue.get()); }), "wild address");
}
