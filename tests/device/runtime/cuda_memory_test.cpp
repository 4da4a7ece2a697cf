// Memory and variables on the CUDA back end, against fake_cuda.cpp: what is refused, fails, or has an edge
// (test_runtime.py says which test needs which HCRT_FAKE_CUDA).
#include <atomic>
#include <cstdint>
#include <thread>

#include "cuda_fixture.hpp"

namespace {

const auto fail_in = fake<int (*)(long)>("fake_cuda_fail_in");

// Adds the variable's value to the elements.
void launch_reader(const Fixture& f, const TestUnit& unit, Buffer* view) {
  LaunchScope scope(f.queue.get());
  const Argument argument{static_cast<int*>(scope.bind(view, Access::read_write)), 0, 100};
  scope.launch(unit.id("read_global"), &argument, sizeof argument, flat(100));
}

}  // namespace

// Whichever of the driver's calls fails: the launch says so, or uses the variable's value.
TEST(CudaMemory, FailedUploadsOfVariablesAreMadeAgain) {
  Fixture f;
  int value = 1, sum = 0, thrown = 0;
  GlobalUnit unit(value);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  for (int call = 0; call < 20; ++call, ++value) {
    fail_in(call);
    std::string fault;
    for (int tries = 0; tries < 2; ++tries) {
      fault = message_of([&] { launch_reader(f, unit, view.get()); });
      fail_in(0);
      if (fault.empty()) break;
      ++thrown;
    }
    EXPECT_TRUE(fault.empty());
    sum += value;
    EXPECT_EQ(host(view)[7], sum);
  }
  EXPECT_TRUE(thrown > 0);
}

// By its address a variable is found without loading other units' code, which may not even be possible.
// Reading waits for the kernel before it knows that there is a copy to make: that wait is not who hears of
// it.
TEST(CudaMemory, WhoReadsHearsOfAKernelThatFailedBehindAGate) {
  const auto fail_next = fake<int (*)(const char*)>("fake_cuda_fail_next");
  for (const bool other_buffer : {false, true}) {
    Fixture f;
    const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
    const Ref<Buffer> array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
    const Ref<Event> before = f.launch("add", view.get(), 1, flat(100));
    std::atomic<bool> go{false};
    const Ref<Event> function = run_behind(before, action([&] {
                                             while (!go) std::this_thread::yield();
                                             fail_next("cuLaunchKernel");
                                           }));
    marker(f.queue.get(), {function});
    f.launch("add", view.get(), 1, flat(100));
    if (other_buffer) copy(view.get(), Region{0, 400}, array.get(), Region{0, 400});
    go = true;
    wait(function.get());
    while (pending(f.queue.get()) > 0) std::this_thread::yield();
    EXPECT_CONTAINS(message_of([&] { host(other_buffer ? array : view); }), "CUDA_ERROR");
  }
}

// The failure's way from the launch to its queue may end after somebody was told of it.
TEST(CudaMemory, AFailureThatWasToldIsNotToldByItsQueue) {
  const auto fail_next = fake<int (*)(const char*)>("fake_cuda_fail_next");
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Buffer> array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  for (int round = 0; round < 300; ++round) {
    std::atomic<bool> go{false};
    const Ref<Event> function = run_behind({}, action([&] {
                                             while (!go) std::this_thread::yield();
                                             fail_next("cuLaunchKernel");
                                           }));
    marker(f.queue.get(), {function});
    f.launch("add", view.get(), 1, flat(100));
    const Ref<Event> copied = copy(view.get(), Region{0, 400}, array.get(), Region{0, 400});
    go = true;
    EXPECT_CONTAINS(message_of([&] { wait(copied.get()); }), "CUDA_ERROR");
    EXPECT_EQ(message_of([&] { wait(f.queue.get()); }), "");
  }
}

TEST(CudaMemory, VariablesAreFoundByAddressAmongDamagedUnits) {
  Fixture f;
  int longer_than_its_image[100] = {}, value = 10, result = 0;
  TestUnit damaged("unit-cuda-damaged", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  damaged.add_global("the_global", longer_than_its_image, sizeof longer_than_its_image);
  damaged.register_now();
  GlobalUnit unit(value);
  copy_symbol(device(), &value, &result, sizeof result, 0, false);
  EXPECT_EQ(result, 10);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  launch_reader(f, unit, view.get());
  EXPECT_EQ(host(view)[3], 10);
  int changed = 20;
  copy_symbol(device(), &value, &changed, sizeof changed, 0, true);
  copy_symbol(device(), &value, &result, sizeof result, 0, false);
  EXPECT_EQ(result, 20);
  EXPECT_CONTAINS(message_of([&] { copy_symbol(device(), &result, &result, 4, 0, false); }),
                  "there is no variable at this address");
  EXPECT_CONTAINS(
      message_of([&] { copy_symbol(device(), static_cast<void*>(nullptr), &result, 4, 0, false); }),
      "there is no variable at this address");
}

TEST(CudaMemory, VariablesAreFoundByTheAddressOnTheDevice) {
  Fixture f;
  int value = 10, result = 0;
  GlobalUnit unit(value);
  void* const address = symbol_address(device(), "the_global");
  EXPECT_TRUE(address && address != &value);
  copy_symbol(device(), address, &result, sizeof result, 0, false);
  EXPECT_EQ(result, 10);
}

// The thread that unlocks need not have called the driver before.
TEST(CudaMemory, MemoryIsUnlockedByAnyThread) {
  Fixture f;
  std::vector<int> mine(100);
  const auto is_pinned = [&] {
    unsigned type = 0;
    int which = 2;
    void* place = &type;
    const auto ask = fake<int (*)(unsigned, int*, void**, unsigned long long)>("cuPointerGetAttributes");
    return ask(1, &which, &place, reinterpret_cast<std::uintptr_t>(mine.data())) == 0 && type == 1;
  };
  EXPECT_TRUE(lock_host_memory(mine.data(), 400, {device()}, 0) && is_pinned());
  std::thread([&] { EXPECT_TRUE(unlock_host_memory(mine.data())); }).join();
  EXPECT_FALSE(is_pinned());
}

// Of a GPU that is lost: what the memory functions can't do they say by what they give.
TEST(CudaMemoryFault, FaultMemoryFunctionsDoNotThrow) {
  Fixture f;
  std::vector<int> before(100), after(100);
  EXPECT_TRUE(lock_host_memory(before.data(), 400, {device()}, 0));
  void* const block = allocate(device(), 400, 256, alloc_device);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Event> bad = f.launch("fault", view.get(), 1, flat(100));
  EXPECT_CONTAINS(message_of([&] { wait(bad.get()); }), "illegal memory access");
  EXPECT_FALSE(lock_host_memory(after.data(), 400, {find_device(L"host"), device()}, 0));
  AllocationInfo info;
  EXPECT_FALSE(find_allocation(after.data(), &info));
  EXPECT_TRUE(unlock_host_memory(before.data()) && !find_allocation(before.data(), &info));
  EXPECT_TRUE(deallocate(block) && !deallocate(block) && !find_allocation(block, &info));
  EXPECT_FALSE(allocate(device(), std::size_t{1} << 20, 256, alloc_device));
}

TEST(CudaMemory, MemoryIsAlignedAsAsked) {
  for (const std::uint32_t flags : {alloc_device, alloc_host_pinned}) {
    for (std::size_t alignment = 1; alignment <= 65536; alignment *= 4) {
      std::vector<char*> blocks;
      for (int i = 0; i < 10; ++i) {
        blocks.push_back(static_cast<char*>(allocate(device(), 1000, alignment, flags)));
        EXPECT_TRUE(blocks.back() && reinterpret_cast<std::uintptr_t>(blocks.back()) % alignment == 0);
        AllocationInfo info;
        EXPECT_TRUE(find_allocation(blocks.back() + 999, &info) && info.bytes == 1000);
        std::vector<char> data(1000, 'x'), result(1000);
        wait(copy_bytes(default_queue(device()).get(), blocks.back(), data.data(), 1000).get());
        wait(copy_bytes(default_queue(device()).get(), result.data(), blocks.back(), 1000).get());
        EXPECT_EQ(result, data);
      }
      for (char* block : blocks) EXPECT_TRUE(deallocate(block) && !deallocate(block));
    }
    EXPECT_FALSE(allocate(device(), 1000, SIZE_MAX / 2 + 1, flags));
  }
}

TEST(CudaMemory, ViewsThatFailLeaveNothing) {
  Fixture f;
  setenv("HCPY_EVENT_TIMING", "1", 1);
  const auto handles = [] {
    long count = 0;
    fake<int (*)(long*)>("fake_cuda_handles")(&count);
    return count;
  };
  create_queue(device(), QueueOptions());  // makes the device's clock, which stays
  const long before = handles();
  int failed = 0, made = 0;
  for (int call = 1; made < 3; ++call) {
    fail_in(call);
    (message_of([&] { create_queue(device(), QueueOptions()); }).empty() ? made : failed) += 1;
    fail_in(0);
    EXPECT_LE(handles(), before + (made ? 1 : 0));  // what can't be destroyed is left
  }
  EXPECT_GE(failed, 1);
}
