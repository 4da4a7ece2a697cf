// The CUDA back end against fake_cuda.cpp; HCPY_CUDA_LIBRARY names it. CMakeLists.txt says what each suite
// needs HCRT_FAKE_CUDA to be.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include "cuda_fixture.hpp"

#define HCRT_BOTH
#include "hcrt/detail/folded_grid.hpp"

namespace {

struct Counters {
  int launches, event_records, allocations, module_loads;
};

Counters counters() {
  Counters c{};
  fake<int (*)(int*, int*, int*, int*)>("fake_cuda_counters")(&c.launches, &c.event_records, &c.allocations,
                                                              &c.module_loads);
  return c;
}

struct LaunchSize {
  unsigned grid[3], block[3], shared;
};

// Copies between GPUs, and to or from host memory.
std::pair<int, int> copies() {
  std::pair<int, int> counts;
  fake<int (*)(int*, int*)>("fake_cuda_copies")(&counts.first, &counts.second);
  return counts;
}

LaunchSize last_launch() {
  LaunchSize size{};
  fake<int (*)(unsigned*, unsigned*, unsigned*)>("fake_cuda_last_launch")(size.grid, size.block,
                                                                          &size.shared);
  return size;
}

// How often the last launch of a flat kernel reaches each place of an extent, in its first and third
// dimension.
std::vector<std::uint8_t> reached(int columns, int slices) {
  const LaunchSize size = last_launch();
  std::vector<std::uint8_t> visits(std::size_t(columns) * slices);
  for (unsigned z = 0; z < size.grid[2] * size.block[2]; ++z) {
    for (unsigned x = 0; x < size.grid[0] * size.block[0]; ++x) {
      int column = int(x), slice = int(z);
      hcrt::detail::unfold(x / size.block[0], size.block[0], columns, size.grid[2] * size.block[2], column,
                           slice);
      if (column < columns && slice < slices) ++visits[std::size_t(slice) * columns + column];
    }
  }
  return visits;
}

}  // namespace

TEST(Cuda, DescribesTheDevice) {
  const DeviceInfo& gpu = info(device());
  EXPECT_TRUE(gpu.description == L"Fake GPU" && gpu.is_gpu && !gpu.shares_host_memory &&
              gpu.unusable.empty());
  EXPECT_EQ(gpu.max_group_size[2], 64);
  EXPECT_EQ(gpu.max_tile_static_bytes, 232448);
}

TEST(CudaAnySpeed, ViewGoesToTheGpuOnceAndBack) {
  Fixture f;
  std::vector<int> data(1000, 5);
  {
    const Ref<Buffer> view = create_view_buffer(data.data(), 4000, true);
    for (int i = 0; i < 3; ++i) f.launch("add", view.get(), 2, flat(1000));
    EXPECT_EQ(data[7], 5);  // not before it is asked for
    EXPECT_EQ(host(view)[7], 11);
    f.launch("add", view.get(), 1, flat(1000));
  }
  for (const int value : data) EXPECT_EQ(value, 12);
}

TEST(Cuda, GridIsPaddedAndBlocksFitTheFunction) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 20000000, true);
  f.launch("add", view.get(), 1, flat(1000));
  LaunchSize size = last_launch();
  EXPECT_EQ(size.block[0], 256);
  EXPECT_EQ(size.grid[0], 4);
  EXPECT_EQ(size.grid[1], 1);
  f.launch("add", view.get(), 1, flat(1000, 1000));
  size = last_launch();
  EXPECT_EQ(size.block[0], 64);
  EXPECT_EQ(size.block[1], 4);
  EXPECT_EQ(size.grid[0], 16);
  EXPECT_EQ(size.grid[1], 250);
  LaunchShape tiled = flat(20, 30);
  tiled.group[0] = 16;
  tiled.group[1] = 8;
  tiled.dynamic_bytes = 100000;
  f.launch("add", view.get(), 1, tiled);
  size = last_launch();
  EXPECT_EQ(size.block[0], 16);
  EXPECT_EQ(size.block[1], 8);
  EXPECT_EQ(size.grid[0], 2);
  EXPECT_EQ(size.grid[1], 4);
  EXPECT_EQ(size.shared, 100000);
  f.launch("add", view.get(), 0, flat(1, 1000000));
  size = last_launch();
  EXPECT_LE(size.grid[1], 65535);
  EXPECT_GE(std::uint64_t{size.grid[1]} * size.block[1], 1000000);
  f.launch("add", view.get(), 0, flat(2, 2, 100000));
  size = last_launch();
  EXPECT_LE(size.grid[2], 65535);
  EXPECT_GE(std::uint64_t{size.grid[2]} * size.block[2], 100000);
  f.launch("add", view.get(), 0, flat(3, 70000, 2));
  size = last_launch();
  EXPECT_LE(size.grid[1], 65535);
  EXPECT_GE(std::uint64_t{size.grid[1]} * size.block[1], 70000);
  f.launch("add", view.get(), 0, flat(1, 1, 70000));
  size = last_launch();
  EXPECT_EQ(size.grid[0], 1);
  EXPECT_LE(size.grid[2], 65535);
  EXPECT_GE(std::uint64_t{size.grid[2]} * size.block[2], 70000);
  LaunchShape long_tiles = flat(32, 70000);
  long_tiles.group[0] = 32;
  long_tiles.group[1] = 1;
  EXPECT_CONTAINS(message_of([&] { f.launch("add", view.get(), 0, long_tiles); }),
                  "70000 tiles in dimension 1 exceed the GPU's limit (65535)");
  tiled.group[0] = tiled.group[1] = 30;
  tiled.global[0] = 64;
  EXPECT_CONTAINS(
      message_of([&] { f.launch("add", view.get(), 1, tiled); }),
      "The number of work items (900) per work group exceeds the limit (640) of kernel 'add (test)'");
}

TEST(CudaIdle, GridThatIsTooLongIsFolded) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 4, true);
  // 65,535 groups at most, of 64 slices or fewer: rows of one group and of several, on both sides of that
  constexpr int cases[][4] = {{1, 1, 65535 * 64, 1}, {1, 1, 65535 * 64 + 1, 2}, {3, 1, 5000000, 2},
                              {1, 2, 9000000, 3},    {130, 16, 131070, 1},      {130, 16, 131071, 2},
                              {65, 1, 300000, 2}};
  for (const auto& [columns, rows, slices, folds] : cases) {
    f.launch("add", view.get(), 0, flat(columns, rows, slices));
    const LaunchSize size = last_launch();
    EXPECT_LE(size.grid[2], 65535);
    EXPECT_EQ(int(size.grid[0]), folds * int((columns + size.block[0] - 1) / size.block[0]));
    const std::vector<std::uint8_t> visits = reached(columns, slices);
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), std::ptrdiff_t(visits.size()));
  }
  EXPECT_CONTAINS(message_of([&] { f.launch("add", view.get(), 0, flat(1u << 30, 1, 1u << 30)); }),
                  "tiles in dimension 2 exceed the GPU's limit (65535)");
  int column = 70, slice = 0x7ffffff0;  // what lies behind the largest extent must not come out negative
  hcrt::detail::unfold(9, 64, 64, 0x40000000, column, slice);
  EXPECT_EQ(slice, 0x7fffffff);
}

TEST(Cuda, LargeFunctionObjectGoesThroughGpuMemory) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  for (int i = 0; i < 20; ++i) f.launch<LargeArgument>("large", view.get(), 3, flat(100));
  EXPECT_EQ(host(view)[99], 60);
}

TEST(CudaAnySpeed, GlobalsAreSentWhenTheyChange) {
  Fixture f;
  int value = 10;
  TestUnit unit("unit-cuda-global", kernels(), {{HCRT_IMAGE_PTX, "sm_80", ptx}});
  unit.add_global("the_global", &value, sizeof value);
  unit.register_now();
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  for (Queue* queue : {f.queue.get(), f.queue.get(), other.get()}) {
    LaunchScope scope(queue);
    const Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write)), 0, 100};
    scope.launch(unit.id("read_global"), &argument, sizeof argument, flat(100));
    value *= 2;
  }
  EXPECT_EQ(host(view)[5], 10 + 20 + 40);
}

TEST(CudaAnySpeed, ArrayCapturedByReferenceIsReplaced) {
  Fixture f;
  struct Array {
    int* device_data;
    int extent;
  };
  Array array{nullptr, 100};
  const Ref<Buffer> buffer = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  register_object(&array, sizeof array, offsetof(Array, device_data), buffer.get(), Access::read_write);
  for (int i = 0; i < 3; ++i) {
    LaunchScope scope(f.queue.get());
    const Argument argument{reinterpret_cast<int*>(&array), 4, 100};
    scope.launch(f.unit.id("through_array"), &argument, sizeof argument, flat(100));
    array.extent = i;  // another image: those before are still in use
  }
  unregister_object(&array);
  std::vector<int> result(100);
  const Ref<Buffer> out = create_view_buffer(result.data(), 400, true);
  wait(copy(buffer.get(), Region{0, 400}, out.get(), Region{0, 400}).get());
  EXPECT_EQ(host(out)[99], 12);
}

TEST(Cuda, ArrayOfAnotherDeviceIsRefused) {
  Fixture f;
  struct Array {
    int* device_data;
  };
  Array here{nullptr}, there{nullptr};
  const Ref<Queue> host_queue = default_queue(find_device(L"host"));
  const Ref<Buffer> on_gpu = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  const Ref<Buffer> on_host = create_array_buffer(host_queue.get(), 400, Access::none, nullptr);
  register_object(&here, sizeof here, 0, on_gpu.get(), Access::read_write);
  register_object(&there, sizeof there, 0, on_host.get(), Access::read_write);
  const void* none[] = {&f};
  const void* one[] = {nullptr, &there};
  const void* view_of_one[] = {on_gpu.get()};
  const void* both[] = {&here, on_host.get()};
  EXPECT_EQ(queue_of_captures(none, sizeof none), nullptr);
  EXPECT_EQ(queue_of_captures(one, sizeof one), host_queue.get());
  EXPECT_EQ(queue_of_captures(view_of_one, sizeof view_of_one), f.queue.get());
  EXPECT_CONTAINS(message_of([&] { queue_of_captures(both, sizeof both); }),
                  "the kernel uses arrays on cuda:0 and on host");
  const Argument argument{reinterpret_cast<int*>(&there), 4, 100};
  EXPECT_CONTAINS(message_of([&] {
                    LaunchScope scope(f.queue.get());
                    scope.launch(f.unit.id("through_array"), &argument, sizeof argument, flat(100));
                  }),
                  "a kernel on accelerator cuda:0 uses an array on host");
  unregister_object(&here);
  unregister_object(&there);
  EXPECT_EQ(queue_of_captures(view_of_one, sizeof view_of_one), nullptr);
}

TEST(Cuda, RowsAndTrackedMemory) {
  Fixture f;
  std::vector<int> data(100, 3), result(100, 0);
  AllocationInfo info{data.data(), data.data(), 400, device(), false};
  info.app_id = 5;
  EXPECT_TRUE(track_allocation(data.data(), info) && !track_allocation(data.data() + 1, info));
  AllocationInfo found;
  EXPECT_TRUE(find_allocation(data.data() + 99, &found) && !found.managed && found.app_id == 5);
  EXPECT_TRUE(annotate_allocation(data.data() + 1, 6, 7, &f) && find_allocation(data.data(), &found));
  EXPECT_EQ(found.app_id, 6);
  EXPECT_EQ(found.app_flags, 7);
  EXPECT_EQ(found.app_pointer, &f);
  EXPECT_FALSE(deallocate(data.data()));
  auto* const block = static_cast<int*>(allocate(device(), 400, 256, alloc_device));
  EXPECT_FALSE(untrack_allocation(block));
  for (int i = 0; i < 100; ++i) data[i] = i;
  wait(copy_rows(f.queue.get(), block, 40, data.data() + 2, 40, 12, 5).get());
  wait(copy_rows(f.queue.get(), result.data(), 20, block, 40, 12, 5).get());
  EXPECT_EQ(result[0], 2);
  EXPECT_EQ(result[2], 4);
  EXPECT_EQ(result[3], 0);
  EXPECT_EQ(result[5], 12);
  EXPECT_EQ(result[22], 44);
  EXPECT_TRUE(deallocate(block));
  EXPECT_TRUE(untrack_allocations_of(device()) == 1 && !untrack_allocation(data.data()));
}

TEST(Cuda, EventsAreRecordedOnlyWhenAskedFor) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  f.launch("add", view.get(), 1, flat(100));
  wait(f.queue.get());
  const Counters before = counters();
  for (int i = 0; i < 100; ++i) f.launch("add", view.get(), 1, flat(100));
  EXPECT_EQ(counters().launches, before.launches + 100);
  EXPECT_EQ(counters().event_records, before.event_records);
  EXPECT_EQ(host(view)[0], 101);
  EXPECT_EQ(counters().event_records, before.event_records + 2);  // behind the kernels and behind the copy
  EXPECT_GE(counters().module_loads, 1);
  EXPECT_EQ(pending(f.queue.get()), 0);
}

TEST(CudaSlow, AQuestionThatFailsSaysNothingOfTheWork) {
  const auto fail_next = fake<int (*)(const char*)>("fake_cuda_fail_next");
  Fixture f;
  auto* const data = static_cast<int*>(allocate(device(), 400, 0, alloc_host_pinned));
  for (const char* const call : {"cuEventQuery", "cuEventCreate", "cuEventRecord"}) {
    *data = 0;
    LaunchScope scope(f.queue.get());
    const Argument argument{data, 1, 1};
    const Ref<Event> event = scope.launch(f.unit.id("add"), &argument, sizeof argument, flat(1));
    fail_next(call);
    while (!is_ready(event.get())) std::this_thread::yield();
    EXPECT_EQ(*static_cast<volatile int*>(data), 1) << call;
    fail_next(nullptr);
  }
  deallocate(data);
}

TEST(CudaSlow, HeldEventCompletesBeforeLaterWork) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Event> first = f.launch("add", view.get(), 1, flat(100));
  for (int i = 0; i < 10; ++i) f.launch("add", view.get(), 1, flat(100));
  EXPECT_FALSE(is_ready(first.get()));
  EXPECT_TRUE(pending(f.queue.get()) > 1);
  wait(first.get());
  EXPECT_TRUE(pending(f.queue.get()) > 1);
  const Ref<Event> last = marker(f.queue.get(), {});
  EXPECT_FALSE(is_ready(last.get()));
  wait(last.get());
  EXPECT_EQ(pending(f.queue.get()), 0);
  EXPECT_EQ(host(view)[1], 11);
}

TEST(CudaSlow, QueuesFollowEachOther) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  f.launch("add", view.get(), 1, flat(100));
  std::swap(f.queue, const_cast<Ref<Queue>&>(other));
  f.launch("add", view.get(), 1, flat(100));
  EXPECT_EQ(host(view)[50], 2);
}

TEST(CudaSlow, MemoryIsFreedAfterItsWork) {
  Fixture f;
  for (int i = 0; i < 20; ++i) {
    const Ref<Buffer> array = create_array_buffer(f.queue.get(), 1 << 20, Access::none, nullptr);
    f.launch("add", array.get(), 1, flat(1 << 18));
  }
  void* const raw = allocate(device(), 1 << 20, 0, alloc_device);
  AllocationInfo where;
  EXPECT_TRUE(find_allocation(static_cast<char*>(raw) + 5, &where) && where.in_device_memory &&
              where.device == device());
  EXPECT_TRUE(deallocate(raw) && !deallocate(raw));
  wait(f.queue.get());
}

TEST(Cuda, RawCopiesBetweenAllPlaces) {
  Fixture f;
  std::vector<int> source(64, 3), result(64);
  void* const a = allocate(device(), 256, 0, alloc_device);
  void* const b = allocate(device(), 256, 0, alloc_device);
  void* const pinned = allocate(device(), 256, 0, alloc_host_pinned);
  copy_bytes(f.queue.get(), a, source.data(), 256);
  copy_bytes(f.queue.get(), b, a, 256);
  copy_bytes(f.queue.get(), pinned, b, 256);
  const Ref<Queue> host_queue = default_queue(find_device(L"host"));
  wait(f.queue.get());
  wait(copy_bytes(host_queue.get(), result.data(), pinned, 256).get());
  EXPECT_EQ(result[63], 3);
  wait(copy_bytes(host_queue.get(), result.data(), a, 256).get());
  for (void* block : {a, b, pinned}) EXPECT_TRUE(deallocate(block));
}

TEST(Cuda, HostAndGpuShareAView) {
  Fixture f;
  std::vector<int> data(100, 1);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  f.launch("add", view.get(), 1, flat(100));
  host(view, Access::read_write)[0] = 50;
  f.launch("add", view.get(), 1, flat(100));
  EXPECT_EQ(host(view)[0], 51);
  EXPECT_EQ(host(view)[1], 3);
  discard(view.get());
  f.launch("add", view.get(), 0, flat(100));
  wait(synchronize_source(view.get()).get());
}

TEST(Cuda, StagingArrayIsPinnedAndReachesTheGpu) {
  Fixture f;
  Device* const cpu = find_device(L"cpu");
  const Ref<Queue> cpu_queue = create_queue(cpu, QueueOptions());
  const Ref<Buffer> staging = create_array_buffer(cpu_queue.get(), 400, Access::read_write, f.queue.get());
  host(staging, Access::write)[3] = 9;
  const Ref<Buffer> array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  const Region all{0, 400};
  copy(staging.get(), all, array.get(), all);
  f.launch("add", array.get(), 1, flat(100));
  wait(copy(array.get(), all, staging.get(), all).get());
  EXPECT_EQ(host(staging)[3], 10);
}

// Host memory that an earlier copy is still to fill must not be read before.
TEST(CudaSlow, SmallCopiesFollowEachOther) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  for (const bool same : {true, false}) {
    const Ref<Buffer> array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
    const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
    const Region all{0, 400};
    f.launch("add", array.get(), 3, flat(100));
    copy(array.get(), all, view.get(), all);
    const Ref<Queue> first = f.queue;
    if (!same) f.queue = other;
    f.launch("add", view.get(), 4, flat(100));
    f.queue = first;
    EXPECT_EQ(host(view)[99], 7);
  }
}

// The second part's upload waits for the host's writing only by way of the first part's.
TEST(CudaSlow, PartsGoUpBehindWhatTheHostWrites) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  for (int round = 0; round < 3; ++round) {
    std::vector<int> data(300, 1), more(20, 50);
    const Ref<Buffer> view = create_view_buffer(data.data(), 1200, true);
    const Ref<Buffer> source = create_view_buffer(more.data(), 80, true);
    for (const int first : {0, 100}) {  // part 100 to 200 is on the GPU alone
      LaunchScope scope(f.queue.get());
      Argument argument{static_cast<int*>(scope.bind(view.get(), Access::read_write, 400, 400)) + 100,
                        7 + first, 100};
      scope.launch(f.unit.id("add"), &argument, sizeof argument, flat(100));
    }
    copy(source.get(), Region{0, 40}, view.get(), Region{380, 40});   // words 95 to 105: they come down first
    copy(source.get(), Region{0, 40}, view.get(), Region{1000, 40});  // words 250 to 260
    const Ref<Queue> first = f.queue;
    f.queue = other;
    f.launch("add", view.get(), 1, flat(300));
    f.queue = first;
    const int* const got = host(view);
    EXPECT_EQ(got[0], 2);
    EXPECT_EQ(got[95], 51);
    EXPECT_EQ(got[104], 51);
    EXPECT_EQ(got[105], 116);
    EXPECT_EQ(got[250], 51);
    EXPECT_EQ(got[299], 2);
  }
}

TEST(CudaSlow, BoxesWaitForThePartsOfAView) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  for (int round = 0; round < 3; ++round) {
    std::vector<int> source(120), target(252, 1);
    for (int i = 0; i < 120; ++i) source[static_cast<std::size_t>(i)] = i;
    const Ref<Buffer> from = create_view_buffer(source.data(), 480, true);
    const Ref<Buffer> to = create_view_buffer(target.data(), 1008, true);
    {
      LaunchScope scope(f.queue.get());
      Argument argument{static_cast<int*>(scope.bind(from.get(), Access::read_write, 37 * 4, 54 * 4)) + 37,
                        1000, 54};
      scope.launch(f.unit.id("add"), &argument, sizeof argument, flat(54));
    }
    copy(from.get(), Region{15 * 4, 32, 3, 160}, to.get(), Region{16 * 4, 32, 3, 252});
    const Ref<Queue> first = f.queue;
    if (round == 1) f.queue = other;
    f.launch("add", to.get(), 1, flat(252));
    f.queue = first;
    const int* const got = host(to);
    EXPECT_EQ(got[16], 16);
    EXPECT_EQ(got[23], 23);
    EXPECT_EQ(got[16 + 63], 1056);
    EXPECT_EQ(got[23 + 63], 1063);
    EXPECT_EQ(got[16 + 126], 96);
    EXPECT_EQ(got[0], 2);
  }
}

TEST(Cuda, BoxesAreCopiedByRows) {
  Fixture f;
  const Ref<Buffer> array = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  f.launch("add", array.get(), 7, flat(100));
  std::vector<int> result(100, -1);
  const Ref<Buffer> out = create_view_buffer(result.data(), 400, true);
  wait(copy(array.get(), Region{8, 12, 2, 40, 2, 80}, out.get(), Region{4, 12, 2, 20, 2, 100}).get());
  EXPECT_EQ(host(out)[0], -1);
  EXPECT_EQ(host(out)[1], 7);
  EXPECT_EQ(host(out)[3], 7);
  EXPECT_EQ(host(out)[4], -1);
  EXPECT_EQ(host(out)[25], -1);
  EXPECT_EQ(host(out)[26], 7);
  EXPECT_EQ(host(out)[31], 7);
  EXPECT_CONTAINS(message_of([&] { copy(array.get(), Region{396, 8}, out.get(), Region{0, 8}); }),
                  "outside of the buffer");
}

TEST(Cuda, WorkWaitsBehindAFunctionOfTheHost) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Event> before = f.launch("add", view.get(), 1, flat(100));
  std::atomic<bool> go{false};
  const Ref<Event> function = run_behind(before, action([&] {
                                           while (!go) std::this_thread::yield();
                                         }));
  const Ref<Event> gate = marker(f.queue.get(), {function});
  const Ref<Event> kernel = f.launch("add", view.get(), 1, flat(100));  // nobody waits here
  wait(before.get());
  EXPECT_TRUE(!is_ready(function.get()) && !is_ready(gate.get()) && !is_ready(kernel.get()));
  go = true;
  wait(kernel.get());
  EXPECT_TRUE(is_ready(gate.get()) && host(view)[7] == 2);
}

TEST(Cuda, CopiesOfPageableMemoryBlockNobody) {
  Fixture f;
  for (const std::size_t count : {100u, 100000u}) {  // staged at once, and by another thread
    const Ref<Event> before = marker(f.queue.get(), {});
    std::atomic<bool> go{false};
    const Ref<Event> function = run_behind(before, action([&] {
                                             while (!go) std::this_thread::yield();
                                           }));
    marker(f.queue.get(), {function});
    std::vector<int> data(count, 5);
    const Ref<Buffer> view = create_view_buffer(data.data(), count * sizeof(int), true);
    f.launch("add", view.get(), 1, flat(count));  // the data go up behind the marker
    const Ref<Event> back = synchronize_source(view.get());
    EXPECT_FALSE(is_ready(back.get()));
    go = true;
    wait(back.get());
    EXPECT_EQ(data[count - 1], 6);
    EXPECT_EQ(data[0], 6);
  }
}

TEST(Cuda, FailuresOfHostFunctionsReachGpuWork) {
  Fixture f;
  const Ref<Queue> other = create_queue(device(), QueueOptions());
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  std::atomic<bool> go{false};
  const Ref<Event> function = run_behind(Ref<Event>(), action([&] {
                                           while (!go) std::this_thread::yield();
                                           throw Error(Errc::runtime, "on purpose");
                                         }));
  const Ref<Event> first = marker(f.queue.get(), {function});
  const Ref<Event> second = marker(other.get(), {first});
  const Ref<Event> later = marker(f.queue.get(), {});  // it sums up what came before it
  go = true;
  for (const Ref<Event>& event : {function, first, second, later})
    EXPECT_CONTAINS(message_of([&] { wait(event.get()); }), "on purpose");
  wait(f.launch("add", view.get(), 1, flat(100)).get());
  wait(f.queue.get());
  EXPECT_EQ(host(view)[0], 1);
}

static int enabled_peers() {
  int count = 0;
  fake<int (*)(int*)>("fake_cuda_peers")(&count);
  return count;
}

TEST(CudaTwo, TwoGpusCopyToEachOther) {
  Fixture f;
  Device* const second = find_device(L"cuda:1");
  const bool peers = can_reach(device(), second);
  EXPECT_TRUE(peers == can_reach(second, device()));
  EXPECT_TRUE(peers == !std::strstr(std::getenv("HCRT_FAKE_CUDA"), "nopeer"));
  EXPECT_TRUE(!can_reach(second, second) && !can_reach(device(), find_device(L"cpu")));
  EXPECT_TRUE(!can_reach(find_device(L"cpu"), second));
  EXPECT_TRUE(enabled_peers() == 0);  // nothing is enabled before it is used
  const Ref<Queue> queue = create_queue(second, QueueOptions());
  std::vector<int> data(100, 1);
  const Ref<Buffer> view = create_view_buffer(data.data(), 400, true);
  f.launch("add", view.get(), 1, flat(100));
  for (int i = 0; i < 3; ++i) {  // to and fro
    wait(synchronize_to(view.get(), queue.get()).get());
    {
      const Ref<Queue> first = f.queue;
      f.queue = queue;
      f.launch("add", view.get(), 1, flat(100));
      f.queue = first;
    }
    f.launch("add", view.get(), 1, flat(100));
  }
  EXPECT_TRUE(host(view)[99] == 8);
  EXPECT_TRUE(copies() == std::make_pair(6, 2));  // up once, down once
  EXPECT_TRUE(enabled_peers() == (peers ? 2 : 0));
  EXPECT_TRUE(reach(second, device()) == peers && enabled_peers() == (peers ? 2 : 0));
  const Ref<Buffer> here = create_array_buffer(f.queue.get(), 400, Access::none, nullptr);
  const Ref<Buffer> there = create_array_buffer(queue.get(), 400, Access::none, nullptr);
  f.launch("add", here.get(), 3, flat(100));
  wait(copy(here.get(), Region{0, 400}, there.get(), Region{0, 400}).get());
  EXPECT_EQ(copies(), std::make_pair(7, 2));
  EXPECT_EQ(host(there)[50], 3);
}

// By way of host memory, where other queues than the one that is named have a part in it.
TEST(CudaTwoSlow, RowsBetweenGpusComeAfterEarlierWork) {
  Fixture f;
  Device* const second = find_device(L"cuda:1");
  auto* const here = static_cast<int*>(allocate(device(), 400, 256, alloc_device));
  auto* const there = static_cast<int*>(allocate(second, 400, 256, alloc_device));
  std::vector<int> data(100, 1), result(100);
  wait(copy_bytes(f.queue.get(), here, data.data(), 400).get());
  const Ref<Queue> other = create_queue(second, QueueOptions());
  for (const bool pulls : {false, true}) {
    LaunchScope scope(f.queue.get());
    const Argument argument{here, 1, 100};
    const Ref<Event> written = scope.launch(f.unit.id("add"), &argument, sizeof argument, flat(100));
    if (pulls) marker(other.get(), {written});
    Queue* const by = pulls ? other.get() : f.queue.get();
    wait(copy_rows(by, there, 40, here, 40, 40, 10).get());
    wait(copy_bytes(other.get(), result.data(), there, 400).get());
    EXPECT_TRUE(result[99] == (pulls ? 3 : 2));
  }
  EXPECT_TRUE(deallocate(here) && deallocate(there));
}

// A function that adds to the bytes that it is lent.
struct Adder final : Action {
  Adder(int value, bool throws) : value(value), throws(throws) {}
  void run() override {
    if (throws) throw Error(Errc::runtime, "on purpose");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (int i = first; i < 100; ++i) static_cast<int*>(address)[i] += value;
  }
  void* address = nullptr;
  int value, first = 0;
  bool throws;
};

static Ref<Event> lend_to_adder(Buffer* buffer, Device* where, int value, int first = 0,
                                bool throws = false) {
  auto* const adder = new Adder(value, throws);
  adder->first = first;
  return lend(buffer, where, Access::read_write, static_cast<std::size_t>(first) * 4, all_bytes, adder,
              &adder->address);
}

TEST(CudaSlow, LentBytesComeBetweenKernels) {
  Fixture f;
  std::vector<int> data(100, 1);
  for (const bool own : {false, true}) {
    const Ref<Buffer> view = create_view_buffer(own ? nullptr : data.data(), 400, true);
    const int start = own ? 0 : 1;
    f.launch("add", view.get(), 1, flat(100));
    lend_to_adder(view.get(), nullptr, 10);
    f.launch("add", view.get(), 100, flat(100));
    lend_to_adder(view.get(), device(), 1000);  // in the GPU's memory
    lend_to_adder(view.get(), nullptr, 10000);  // one behind the other, without a kernel between them
    lend_to_adder(view.get(), nullptr, 20000);
    lend_to_adder(view.get(), nullptr, 100000, 50);  // the second half
    f.launch("add", view.get(), 1000000, flat(100));
    EXPECT_TRUE(host(view)[0] == start + 1031111 && host(view)[99] == start + 1131111);
  }
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  f.launch("add", view.get(), 1, flat(100));
  const Ref<Event> failed = lend_to_adder(view.get(), nullptr, 1, 0, true);
  const Ref<Event> behind = f.launch("add", view.get(), 1, flat(100));
  EXPECT_CONTAINS(message_of([&] { wait(failed.get()); }), "on purpose");
  EXPECT_CONTAINS(message_of([&] { wait(behind.get()); }), "on purpose");
}

TEST(CudaTiming, TimingGivesGpuTimes) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const std::uint64_t before = tick_now();
  const Ref<Event> event = f.launch("add", view.get(), 1, flat(100));
  wait(event.get());
  EXPECT_GE(begin_tick(event.get()) + 1000000, before);
  EXPECT_GE(end_tick(event.get()), begin_tick(event.get()));
}

TEST(CudaBadPtx, BadptxLogIsInTheError) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const std::string message = message_of([&] { f.launch("add", view.get(), 1, flat(100)); });
  EXPECT_CONTAINS(message, "kernel 'add (test)' at test.cpp:7:3");
  EXPECT_CONTAINS(message, "PTX image sm_80");
  EXPECT_CONTAINS(message, "ptxas fatal: line 3");
}

TEST(CudaOutOfMemory, OomIsReportedAndCachedMemoryIsReused) {
  Fixture f;
  try {
    create_array_buffer(f.queue.get(), std::size_t{64} << 20, Access::none, nullptr);
    ADD_FAILURE() << "an array larger than the GPU's memory was made";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Errc::out_of_memory);
    EXPECT_CONTAINS(error.what(), "out of memory (CUDA_ERROR_OUT_OF_MEMORY)");
  }
  for (int i = 0; i < 10; ++i) {  // 10 * 10 MiB of 16: each one frees what the last one left
    const Ref<Buffer> array = create_array_buffer(
        f.queue.get(), (std::size_t{10} << 20) + static_cast<std::size_t>(i) * 100000, Access::none, nullptr);
    f.launch("add", array.get(), 1, flat(100));
  }
  EXPECT_EQ(allocate(device(), std::size_t{64} << 20, 0, alloc_device), nullptr);
}

TEST(CudaFault, FaultIsKeptInTheEvent) {
  Fixture f;
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  const Ref<Event> fine = f.launch("add", view.get(), 1, flat(100));
  wait(fine.get());
  const Ref<Event> bad = f.launch("fault", view.get(), 1, flat(100));
  for (int i = 0; i < 2; ++i) {
    try {
      wait(bad.get());
      ADD_FAILURE() << "the failed kernel's event did not throw";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Errc::device_removed);
      EXPECT_CONTAINS(error.what(), "illegal memory access");
    }
  }
  wait(fine.get());  // what was complete before stays so
  EXPECT_TRUE(is_ready(bad.get()));
  EXPECT_CONTAINS(message_of([&] { wait(f.queue.get()); }), "illegal memory access");
  EXPECT_CONTAINS(message_of([&] { host(view); }), "illegal memory access");
}

TEST(CudaMissing, NoneIsANote) {
  EXPECT_EQ(device(), nullptr);
  std::string all;
  for (const std::string& note : backend_notes()) all += note + "\n";
  EXPECT_CONTAINS(all, "cuda: ");
  EXPECT_CONTAINS(default_device_fault(), "HCPY_DEFAULT_ACCELERATOR=cuda: ");
}
