// Copies and shared data of the CUDA back end, against fake_cuda.cpp.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include "cuda_fixture.hpp"

namespace {

// Copies between GPUs, and to or from host memory.
std::pair<int, int> copies() {
  std::pair<int, int> counts;
  fake<int (*)(int*, int*)>("fake_cuda_copies")(&counts.first, &counts.second);
  return counts;
}

}  // namespace

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
  EXPECT_TRUE(untrack_allocation(block) && !untrack_allocation(block));
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
    f.launch("add", view.get(), 1, flat(count));  // the data go up after the marker
    const Ref<Event> back = synchronize_source(view.get());
    EXPECT_FALSE(is_ready(back.get()));
    go = true;
    wait(back.get());
    EXPECT_EQ(data[count - 1], 6);
    EXPECT_EQ(data[0], 6);
  }
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
