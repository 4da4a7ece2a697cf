// Buffers on devices that share host memory, and on the null device, which has memory of its own.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "bundle_builder.hpp"
#include "testing.hpp"

using namespace hcrt;
using testing::message_of;

namespace {

struct Add {
  int* data;
  long value;
};

void add(const void* argument, const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last, void*,
         void*) {
  const auto* const w = static_cast<const Add*>(argument);
  const std::uint64_t end = std::min<std::uint64_t>(last * launch->group_size[0], launch->global_size[0]);
  for (std::uint64_t i = first * launch->group_size[0]; i < end; ++i)
    w->data[i] += static_cast<int>(w->value);
}

struct Meet {
  const int* data;
  std::atomic<int>* arrived;
};

// Returns when two kernels run at the same time, or after a second.
void meet(const void* argument, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {
  const auto* const w = static_cast<const Meet*>(argument);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  ++*w->arrived;
  while (w->arrived->load() % 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  if (w->arrived->load() % 2) *w->arrived += 100;
}

struct Array {
  int* data;
  int extent;
};

struct AddArray {
  const Array* array;
  long value;
};

void add_array(const void* argument, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {
  const auto* const w = static_cast<const AddArray*>(argument);
  for (int i = 0; i < w->array->extent; ++i) w->array->data[i] += static_cast<int>(w->value);
}

TestUnit& unit() {
  static TestUnit& instance = *new TestUnit(
      "unit-coherence",
      {{"add", sizeof(Add), add}, {"meet", sizeof(Meet), meet}, {"add_array", sizeof(AddArray), add_array}},
      {{HCRT_IMAGE_HOST, "x86-64", ""}, {HCRT_IMAGE_NULL, "null", ""}});
  static const bool registered = (instance.register_now(), true);
  static_cast<void>(registered);
  return instance;
}

Ref<Queue> queue_on(const wchar_t* path) { return create_queue(find_device(path), QueueOptions()); }

Ref<Event> launch_add(const Ref<Queue>& queue, const Ref<Buffer>& buffer, long value, std::uint64_t count) {
  LaunchScope scope(queue.get());
  const Add argument{static_cast<int*>(scope.bind(buffer.get(), Access::read_write)), value};
  LaunchShape shape;
  shape.global[0] = count;
  return scope.launch(unit().id("add"), &argument, sizeof argument, shape);
}

int* host(const Ref<Buffer>& buffer, Access access = Access::read) {
  return static_cast<int*>(host_pointer(buffer.get(), access, 0, size_bytes(buffer.get())));
}

}  // namespace

TEST(host_device_works_on_the_users_memory) {
  const Ref<Queue> queue = queue_on(L"host");
  std::vector<int> data(1000, 1);
  const Ref<Buffer> view = create_view_buffer(data.data(), 4000, true);
  LaunchScope scope(queue.get());
  CHECK(LaunchScope::current() == &scope);
  CHECK(scope.bind(view.get(), Access::read) == data.data());
}

TEST(the_last_view_waits_and_writes_back) {
  std::vector<int> data(1 << 20);
  {
    const Ref<Queue> queue = queue_on(L"host");
    const Ref<Buffer> view = create_view_buffer(data.data(), data.size() * 4, true);
    for (int i = 0; i < 10; ++i) launch_add(queue, view, 1, data.size());
  }
  CHECK(std::all_of(data.begin(), data.end(), [](int value) { return value == 10; }));
}

TEST(queues_of_one_device_are_ordered_by_the_data) {
  const Ref<Queue> a = queue_on(L"host"), b = queue_on(L"host");
  const Ref<Buffer> view = create_view_buffer(nullptr, 400000, true);
  for (int i = 0; i < 100; ++i) launch_add(i % 2 ? a : b, view, 1, 100000);
  CHECK(host(view)[99999] == 100);
}

TEST(readers_of_one_view_run_at_the_same_time) {
  const Ref<Queue> a = queue_on(L"host"), b = queue_on(L"host");
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  std::atomic<int> arrived{0};
  for (const Ref<Queue>& queue : {a, b}) {
    LaunchScope scope(queue.get());
    const Meet argument{static_cast<int*>(scope.bind(view.get(), Access::read)), &arrived};
    scope.launch(unit().id("meet"), &argument, sizeof argument, LaunchShape());
  }
  host(view, Access::write)[0] = 1;  // waits for the readers
  CHECK(arrived == 2);
}

TEST(views_without_memory_start_as_zeros) {
  const Ref<Buffer> from = create_view_buffer(nullptr, 400, true),
                    to = create_view_buffer(nullptr, 400, true);
  wait(copy(from.get(), Region{0, 400}, to.get(), Region{0, 400}).get());
  CHECK(host(to)[99] == 0);
}

TEST(null_device_holds_a_copy) {
  const Ref<Queue> null = queue_on(L"null"), cpu = queue_on(L"host");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  launch_add(null, view, 1, 100);  // runs nothing, but the newest copy is there now
  data[0] = 99;
  CHECK(host(view)[0] == 7);  // fetched
  launch_add(cpu, view, 1, 100);
  launch_add(null, view, 1, 100);
  CHECK(host(view)[0] == 8);
  launch_add(null, view, 1, 100);
  discard(view.get());
  data[0] = 5;
  CHECK(host(view)[0] == 5);  // not fetched
  launch_add(null, view, 1, 100);
  data[0] = 6;
  refresh(view.get());
  wait(synchronize_to(view.get(), null.get()).get());
  CHECK(host(view)[0] == 6);
}

TEST(only_the_part_that_is_used_travels) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  const Statistics before = statistics();
  {
    LaunchScope scope(null.get());
    const Add argument{static_cast<int*>(scope.bind(view.get(), Access::read_write, 40, 80)), 1};
    scope.launch(unit().id("add"), &argument, sizeof argument, LaunchShape());
  }
  data[20] = 1;
  data[50] = 2;
  host_pointer(view.get(), Access::read, 80, 40);  // half of what the kernel had
  const Statistics after = statistics();
  CHECK(after.coherence.to_devices.bytes - before.coherence.to_devices.bytes == 80);
  CHECK(after.coherence.to_host.bytes - before.coherence.to_host.bytes == 40);
  CHECK(after.coherence.to_host.copies - before.coherence.to_host.copies == 1);
  CHECK(data[20] == 7 && data[50] == 2);
}

TEST(reading_row_after_row_fetches_ever_more) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(1 << 16);
  const Ref<Buffer> view = create_view_buffer(data.data(), data.size() * 4, true);
  launch_add(null, view, 1, 100);
  const std::uint64_t before = statistics().coherence.to_host.copies;
  for (std::size_t row = 0; row < 1024; ++row) host_pointer(view.get(), Access::read, row * 256, 256);
  CHECK(statistics().coherence.to_host.copies - before < 20);
}

TEST(reading_on_a_device_keeps_the_host_copy) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, false);
  {
    LaunchScope scope(null.get());
    const Add argument{static_cast<int*>(scope.bind(view.get(), Access::read)), 1};
    scope.launch(unit().id("add"), &argument, sizeof argument, LaunchShape());
  }
  data[0] = 3;
  CHECK(host(view)[0] == 3);  // no copy back
}

TEST(arrays_live_on_their_device) {
  const Ref<Queue> null = queue_on(L"null"), cpu = queue_on(L"host");
  const Ref<Buffer> far = create_array_buffer(null.get(), 400, Access::none, nullptr);
  const Ref<Buffer> automatic = create_array_buffer(null.get(), 400, static_cast<Access>(1u << 31), nullptr);
  const Ref<Buffer> near = create_array_buffer(cpu.get(), 400, static_cast<Access>(1u << 31), nullptr);
  CHECK(home_queue(far.get()) == null.get() && device_pointer(far.get()) &&
        associated_queue(far.get()) == nullptr);
  CHECK(cpu_access(automatic.get()) == Access::none && cpu_access(near.get()) == Access::read_write);
  CHECK(host(far)[0] == 0);  // through a view: a copy
  const Ref<Buffer> adopted = adopt_device_pointer(null.get(), device_pointer(far.get()), 400);
  CHECK(message_of([&] { host(adopted); }) == "The array is not accessible on CPU.");
  host(near, Access::write)[1] = 4;
  CHECK(static_cast<int*>(device_pointer(near.get()))[1] == 4);
  const Region all{0, 400};
  wait(copy(near.get(), all, far.get(), all).get());
  const Ref<Buffer> back = create_view_buffer(nullptr, 400, true);
  wait(copy(far.get(), all, back.get(), all).get());
  CHECK(host(back)[1] == 4);
}

TEST(adopted_memory_is_shared_and_kept) {
  const Ref<Queue> queue = queue_on(L"host");
  int* const raw = static_cast<int*>(allocate(find_device(L"host"), 400, 0, alloc_device));
  for (int i = 0; i < 100; ++i) raw[i] = i;
  wait(launch_add(queue, adopt_device_pointer(queue.get(), raw, 400), 1, 100).get());
  CHECK(raw[99] == 100);
  CHECK(reinterpret_cast<std::uintptr_t>(raw) % 256 == 0);
  CHECK(deallocate(raw));
}

TEST(arrays_by_reference_become_images) {
  const Ref<Queue> queue = queue_on(L"host");
  const Ref<Buffer> buffer = create_array_buffer(queue.get(), 400, Access::read_write, nullptr);
  const Array array{nullptr, 100};
  register_object(&array, sizeof array, offsetof(Array, data), buffer.get(), Access::read_write);
  for (int i = 0; i < 3; ++i) {
    LaunchScope scope(queue.get());
    const AddArray argument{&array, 2};
    scope.launch(unit().id("add_array"), &argument, sizeof argument, LaunchShape());
  }
  CHECK(host(buffer)[50] == 6);
  unregister_object(&array);
  CHECK_CONTAINS(message_of([&] { register_object(&array, 8, 4, buffer.get(), Access::read); }),
                 "pointer_offset");
}

TEST(large_copies_use_all_threads) {
  std::vector<int> from(3000001, 9), to(3000001);
  const Ref<Buffer> a = create_view_buffer(from.data(), from.size() * 4, false);
  const Ref<Buffer> b = create_view_buffer(to.data(), to.size() * 4, true);
  const Region all{0, from.size() * 4};
  wait(copy(a.get(), all, b.get(), all).get());
  CHECK(from == to);
}

TEST(an_abandoned_launch_scope_changes_nothing) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  {
    LaunchScope scope(null.get());
    scope.bind(view.get(), Access::read_write);
  }
  data[0] = 1;
  CHECK(host(view)[0] == 1);
  CHECK(LaunchScope::current() == nullptr);
}

TEST(threads_use_one_view_at_the_same_time) {
  const Ref<Buffer> view = create_view_buffer(nullptr, 4000, true);
  const Ref<Buffer> second = create_view_buffer(nullptr, 4000, true);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const Ref<Queue> queue = queue_on(L"host");
      for (int i = 0; i < 100; ++i) {
        launch_add(queue, view, 1, 1000);
        if (i % 10 == t)
          copy(t % 2 ? view.get() : second.get(), Region{0, 4000}, t % 2 ? second.get() : view.get(),
               Region{0, 4000});
        if (i % 16 == 0) host(view);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const Ref<Queue>& queue : {queue_on(L"host")}) launch_add(queue, view, 1, 1000);
  const int first = host(view)[0];
  for (int i = 0; i < 1000; ++i) CHECK(host(view)[i] == first);
}
