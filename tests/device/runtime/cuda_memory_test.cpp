// Memory and variables on the CUDA back end, against fake_cuda.cpp: what is refused, fails, or has an edge
// (test_runtime.py says which test needs which HCRT_FAKE_CUDA).
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
TEST(failed_uploads_of_variables_are_made_again) {
  Fixture f;
  int value = 1, sum = 0, thrown = 0;
  TestUnit unit("unit-cuda-global", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  unit.add_global("the_global", &value, sizeof value);
  unit.register_now();
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
    CHECK(fault.empty());
    sum += value;
    CHECK(host(view)[7] == sum);
  }
  CHECK(thrown > 0);
}

// By its address a variable is found without loading other units' code, which may not even be possible.
TEST(variables_are_found_by_address_among_damaged_units) {
  Fixture f;
  int longer_than_its_image[100] = {}, value = 10, result = 0;
  TestUnit damaged("unit-cuda-damaged", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  damaged.add_global("the_global", longer_than_its_image, sizeof longer_than_its_image);
  damaged.register_now();
  TestUnit unit("unit-cuda-global", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  unit.add_global("the_global", &value, sizeof value);
  unit.register_now();
  copy_symbol(device(), &value, &result, sizeof result, 0, false);
  CHECK(result == 10);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  launch_reader(f, unit, view.get());
  CHECK(host(view)[3] == 10);
  int changed = 20;
  copy_symbol(device(), &value, &changed, sizeof changed, 0, true);
  copy_symbol(device(), &value, &result, sizeof result, 0, false);
  CHECK(result == 20);
  CHECK_CONTAINS(message_of([&] { copy_symbol(device(), &result, &result, 4, 0, false); }),
                 "no kernel uses a variable at this address");
  CHECK_CONTAINS(
      message_of([&] { copy_symbol(device(), static_cast<void*>(nullptr), &result, 4, 0, false); }),
      "no kernel uses a variable at this address");
}

TEST(variables_are_found_by_the_address_on_the_device) {
  Fixture f;
  int value = 10, result = 0;
  TestUnit unit("unit-cuda-global", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  unit.add_global("the_global", &value, sizeof value);
  unit.register_now();
  void* const address = symbol_address(device(), "the_global");
  CHECK(address && address != &value);
  copy_symbol(device(), address, &result, sizeof result, 0, false);
  CHECK(result == 10);
}

// The thread that unlocks need not have called the driver before.
TEST(memory_is_unlocked_by_any_thread) {
  Fixture f;
  std::vector<int> mine(100);
  const auto is_pinned = [&] {
    unsigned type = 0;
    int which = 2;
    void* place = &type;
    const auto ask = fake<int (*)(unsigned, int*, void**, unsigned long long)>("cuPointerGetAttributes");
    return ask(1, &which, &place, reinterpret_cast<std::uintptr_t>(mine.data())) == 0 && type == 1;
  };
  CHECK(lock_host_memory(mine.data(), 400, {device()}, 0) && is_pinned());
  std::thread([&] { CHECK(unlock_host_memory(mine.data())); }).join();
  CHECK(!is_pinned());
}

// Of a GPU that is lost: what the memory functions can't do they say by what they give.
TEST(fault_memory_functions_do_not_throw) {
  Fixture f;
  std::vector<int> before(100), after(100);
  CHECK(lock_host_memory(before.data(), 400, {device()}, 0));
  void* const block = allocate(device(), 400, 256, alloc_device);
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Event> bad = f.launch("fault", view.get(), 1, flat(100));
  CHECK_CONTAINS(message_of([&] { wait(bad.get()); }), "illegal memory access");
  CHECK(!lock_host_memory(after.data(), 400, {find_device(L"host"), device()}, 0));
  AllocationInfo info;
  CHECK(!find_allocation(after.data(), &info));
  CHECK(unlock_host_memory(before.data()) && !find_allocation(before.data(), &info));
  CHECK(deallocate(block) && !deallocate(block) && !find_allocation(block, &info));
  CHECK(!allocate(device(), std::size_t{1} << 20, 256, alloc_device));
}

TEST(memory_is_aligned_as_asked) {
  for (const std::uint32_t flags : {alloc_device, alloc_host_pinned}) {
    for (std::size_t alignment = 1; alignment <= 65536; alignment *= 4) {
      std::vector<char*> blocks;
      for (int i = 0; i < 10; ++i) {
        blocks.push_back(static_cast<char*>(allocate(device(), 1000, alignment, flags)));
        CHECK(blocks.back() && reinterpret_cast<std::uintptr_t>(blocks.back()) % alignment == 0);
        AllocationInfo info;
        CHECK(find_allocation(blocks.back() + 999, &info) && info.bytes == 1000);
        std::vector<char> data(1000, 'x'), result(1000);
        wait(copy_bytes(default_queue(device()).get(), blocks.back(), data.data(), 1000).get());
        wait(copy_bytes(default_queue(device()).get(), result.data(), blocks.back(), 1000).get());
        CHECK(result == data);
      }
      for (char* block : blocks) CHECK(deallocate(block) && !deallocate(block));
    }
    CHECK(!allocate(device(), 1000, SIZE_MAX / 2 + 1, flags));
  }
}

TEST(views_that_fail_leave_nothing) {
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
    CHECK(handles() <= before + (made ? 1 : 0));  // what can't be destroyed is left
  }
  CHECK(failed >= 1);
}
