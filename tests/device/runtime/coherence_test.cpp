// Buffers on devices that share host memory, and on the null device, which has its own memory.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

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

TEST(Coherence, HostDeviceWorksOnTheUsersMemory) {
  const Ref<Queue> queue = queue_on(L"host");
  std::vector<int> data(1000, 1);
  const Ref<Buffer> view = create_view_buffer(data.data(), 4000, true);
  LaunchScope scope(queue.get());
  EXPECT_EQ(LaunchScope::current(), &scope);
  EXPECT_EQ(scope.bind(view.get(), Access::read), data.data());
}

TEST(Coherence, TheLastViewWaitsAndWritesBack) {
  std::vector<int> data(1 << 20);
  {
    const Ref<Queue> queue = queue_on(L"host");
    const Ref<Buffer> view = create_view_buffer(data.data(), data.size() * 4, true);
    for (int i = 0; i < 10; ++i) launch_add(queue, view, 1, data.size());
  }
  EXPECT_TRUE(std::all_of(data.begin(), data.end(), [](int value) { return value == 10; }));
}

TEST(Coherence, QueuesOfOneDeviceAreOrderedByTheData) {
  const Ref<Queue> a = queue_on(L"host"), b = queue_on(L"host");
  const Ref<Buffer> view = create_view_buffer(nullptr, 400000, true);
  for (int i = 0; i < 100; ++i) launch_add(i % 2 ? a : b, view, 1, 100000);
  EXPECT_EQ(host(view)[99999], 100);
}

TEST(Coherence, ReadersOfOneViewRunAtTheSameTime) {
  const Ref<Queue> a = queue_on(L"host"), b = queue_on(L"host");
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  std::atomic<int> arrived{0};
  for (const Ref<Queue>& queue : {a, b}) {
    LaunchScope scope(queue.get());
    const Meet argument{static_cast<int*>(scope.bind(view.get(), Access::read)), &arrived};
    scope.launch(unit().id("meet"), &argument, sizeof argument, LaunchShape());
  }
  host(view, Access::write)[0] = 1;  // waits for the readers
  EXPECT_EQ(arrived, 2);
}

TEST(Coherence, ViewsWithoutMemoryStartAsZeros) {
  const Ref<Buffer> from = create_view_buffer(nullptr, 400, true),
                    to = create_view_buffer(nullptr, 400, true);
  wait(copy(from.get(), Region{0, 400}, to.get(), Region{0, 400}).get());
  EXPECT_EQ(host(to)[99], 0);
}

TEST(Coherence, NullDeviceHoldsACopy) {
  const Ref<Queue> null = queue_on(L"null"), cpu = queue_on(L"host");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  launch_add(null, view, 1, 100);  // runs nothing, but the newest copy is there now
  data[0] = 99;
  EXPECT_EQ(host(view)[0], 7);  // fetched
  launch_add(cpu, view, 1, 100);
  launch_add(null, view, 1, 100);
  EXPECT_EQ(host(view)[0], 8);
  launch_add(null, view, 1, 100);
  discard(view.get());
  data[0] = 5;
  EXPECT_EQ(host(view)[0], 5);  // not fetched
  launch_add(null, view, 1, 100);
  data[0] = 6;
  refresh(view.get());
  wait(synchronize_to(view.get(), null.get()).get());
  EXPECT_EQ(host(view)[0], 6);
}

TEST(Coherence, OnlyThePartThatIsUsedTravels) {
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
  EXPECT_EQ(after.coherence.to_devices.bytes - before.coherence.to_devices.bytes, 80);
  EXPECT_EQ(after.coherence.to_host.bytes - before.coherence.to_host.bytes, 40);
  EXPECT_EQ(after.coherence.to_host.copies - before.coherence.to_host.copies, 1);
  EXPECT_EQ(data[20], 7);
  EXPECT_EQ(data[50], 2);
}

TEST(Coherence, ReadingRowAfterRowFetchesEverMore) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(1 << 16);
  const Ref<Buffer> view = create_view_buffer(data.data(), data.size() * 4, true);
  launch_add(null, view, 1, 100);
  const std::uint64_t before = statistics().coherence.to_host.copies;
  for (std::size_t row = 0; row < 1024; ++row) host_pointer(view.get(), Access::read, row * 256, 256);
  EXPECT_TRUE(statistics().coherence.to_host.copies - before < 20);
}

TEST(Coherence, ReadingOnADeviceKeepsTheHostCopy) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, false);
  {
    LaunchScope scope(null.get());
    const Add argument{static_cast<int*>(scope.bind(view.get(), Access::read)), 1};
    scope.launch(unit().id("add"), &argument, sizeof argument, LaunchShape());
  }
  data[0] = 3;
  EXPECT_EQ(host(view)[0], 3);  // no copy back
}

TEST(Coherence, ArraysLiveOnTheirDevice) {
  const Ref<Queue> null = queue_on(L"null"), cpu = queue_on(L"host");
  const Ref<Buffer> far = create_array_buffer(null.get(), 400, Access::none, nullptr);
  const Ref<Buffer> automatic = create_array_buffer(null.get(), 400, static_cast<Access>(1u << 31), nullptr);
  const Ref<Buffer> near = create_array_buffer(cpu.get(), 400, static_cast<Access>(1u << 31), nullptr);
  EXPECT_TRUE(home_queue(far.get()) == null.get() && device_pointer(far.get()) &&
              associated_queue(far.get()) == nullptr);
  EXPECT_EQ(cpu_access(automatic.get()), Access::none);
  EXPECT_EQ(cpu_access(near.get()), Access::read_write);
  EXPECT_EQ(host(far)[0], 0);  // through a view: a copy
  const Ref<Buffer> adopted = adopt_device_pointer(null.get(), device_pointer(far.get()), 400);
  EXPECT_EQ(message_of([&] { host(adopted); }), "The array is not accessible on CPU.");
  host(near, Access::write)[1] = 4;
  EXPECT_TRUE(static_cast<int*>(device_pointer(near.get()))[1] == 4);
  const Region all{0, 400};
  wait(copy(near.get(), all, far.get(), all).get());
  const Ref<Buffer> back = create_view_buffer(nullptr, 400, true);
  wait(copy(far.get(), all, back.get(), all).get());
  EXPECT_EQ(host(back)[1], 4);
}

TEST(Coherence, AdoptedMemoryIsSharedAndKept) {
  const Ref<Queue> queue = queue_on(L"host");
  int* const raw = static_cast<int*>(allocate(find_device(L"host"), 400, 0, alloc_device));
  for (int i = 0; i < 100; ++i) raw[i] = i;
  wait(launch_add(queue, adopt_device_pointer(queue.get(), raw, 400), 1, 100).get());
  EXPECT_EQ(raw[99], 100);
  EXPECT_TRUE(reinterpret_cast<std::uintptr_t>(raw) % 256 == 0);
  EXPECT_TRUE(deallocate(raw));
}

TEST(Coherence, ArraysByReferenceBecomeImages) {
  const Ref<Queue> queue = queue_on(L"host");
  const Ref<Buffer> buffer = create_array_buffer(queue.get(), 400, Access::read_write, nullptr);
  const Array array{nullptr, 100};
  register_object(&array, sizeof array, offsetof(Array, data), buffer.get(), Access::read_write);
  for (int i = 0; i < 3; ++i) {
    LaunchScope scope(queue.get());
    const AddArray argument{&array, 2};
    scope.launch(unit().id("add_array"), &argument, sizeof argument, LaunchShape());
  }
  EXPECT_EQ(host(buffer)[50], 6);
  unregister_object(&array);
  EXPECT_CONTAINS(message_of([&] { register_object(&array, 8, 4, buffer.get(), Access::read); }),
                  "pointer_offset");
}

TEST(Coherence, LargeCopiesUseAllThreads) {
  std::vector<int> from(3000001, 9), to(3000001);
  const Ref<Buffer> a = create_view_buffer(from.data(), from.size() * 4, false);
  const Ref<Buffer> b = create_view_buffer(to.data(), to.size() * 4, true);
  const Region all{0, from.size() * 4};
  wait(copy(a.get(), all, b.get(), all).get());
  EXPECT_EQ(from, to);
}

TEST(Coherence, AnAbandonedLaunchScopeChangesNothing) {
  const Ref<Queue> null = queue_on(L"null");
  std::vector<int> data(100, 7);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  {
    LaunchScope scope(null.get());
    scope.bind(view.get(), Access::read_write);
  }
  data[0] = 1;
  EXPECT_EQ(host(view)[0], 1);
  EXPECT_EQ(LaunchScope::current(), nullptr);
}

TEST(Coherence, ThreadsUseOneViewAtTheSameTime) {
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
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(host(view)[i], first);
}
