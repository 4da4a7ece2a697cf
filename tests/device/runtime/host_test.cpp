// The host back end: every work-item runs once, in order within a queue, asynchronously.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "../../../runtime/core/soft_event.hpp"
#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

// Calls action(x, y, z) for each work-item of the groups [first, last).
template <class Action>
void for_each_item(const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last, Action action) {
  for (std::uint64_t g = first; g < last; ++g) {
    const std::uint64_t group[3] = {g % launch->num_groups[0],
                                    g / launch->num_groups[0] % launch->num_groups[1],
                                    g / launch->num_groups[0] / launch->num_groups[1]};
    std::uint64_t begin[3], end[3];
    for (int d = 0; d < 3; ++d) {
      begin[d] = group[d] * launch->group_size[d];
      end[d] = std::min<std::uint64_t>(begin[d] + launch->group_size[d], launch->global_size[d]);
    }
    for (std::uint64_t z = begin[2]; z < end[2]; ++z)
      for (std::uint64_t y = begin[1]; y < end[1]; ++y)
        for (std::uint64_t x = begin[0]; x < end[0]; ++x) action(x, y, z);
  }
}

struct Visit {
  int* counts;
  int group_items;  // out: the largest group
};

void visit(const void* argument, const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last,
           void*, void*) {
  const auto* const w = static_cast<const Visit*>(argument);
  for_each_item(launch, first, last, [&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    ++w->counts[(z * launch->global_size[1] + y) * launch->global_size[0] + x];
  });
}

struct Memory {
  std::atomic<int>* faults;
  std::atomic<int>* groups;
};

// Fills its scratch and dynamic memory with its own number, and looks whether others write there too.
void use_memory(const void* argument, const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last,
                void* scratch, void* dynamic) {
  const auto* const w = static_cast<const Memory*>(argument);
  const std::size_t items =
      std::size_t{launch->group_size[0]} * launch->group_size[1] * launch->group_size[2];
  const std::size_t scratch_bytes = 128 + 12 * items;  // fixed 100, rounded up to 64
  if (reinterpret_cast<std::uintptr_t>(scratch) % 64 || reinterpret_cast<std::uintptr_t>(dynamic) % 64)
    ++*w->faults;
  for (std::uint64_t g = first; g < last; ++g) {
    std::memset(scratch, static_cast<int>(g), scratch_bytes);
    std::memset(dynamic, static_cast<int>(~g), launch->dynamic_bytes);
    std::this_thread::yield();
    for (std::size_t i = 0; i < scratch_bytes; ++i)
      if (static_cast<unsigned char*>(scratch)[i] != static_cast<unsigned char>(g)) ++*w->faults;
    for (std::size_t i = 0; i < launch->dynamic_bytes; ++i)
      if (static_cast<unsigned char*>(dynamic)[i] != static_cast<unsigned char>(~g)) ++*w->faults;
    ++*w->groups;
  }
}

struct Wait {
  std::atomic<bool>* go;
};

void wait_for_go(const void* argument, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {
  while (!static_cast<const Wait*>(argument)->go->load()) std::this_thread::yield();
}

struct Append {
  std::vector<int>* list;
  long value;
};

void append(const void* argument, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {
  const auto* const w = static_cast<const Append*>(argument);
  w->list->push_back(static_cast<int>(w->value));
}

struct Large {
  long words[600];
  long* sum;
};

void sum_large(const void* argument, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {
  const auto* const w = static_cast<const Large*>(argument);
  for (const long word : w->words) *w->sum += word;
}

void nothing(const void*, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {}

TestUnit& unit() {
  static TestUnit& instance = *new TestUnit("unit-host",
                                            {{"visit", sizeof(Visit), visit},
                                             {"memory", sizeof(Memory), use_memory, 100, 12, 0, 100},
                                             {"wait", sizeof(Wait), wait_for_go},
                                             {"append", sizeof(Append), append},
                                             {"large", sizeof(Large), sum_large},
                                             {"nothing", 8, nothing}},
                                            {{HCRT_IMAGE_HOST, "x86-64", ""}});
  static const bool registered = (instance.register_now(), true);
  static_cast<void>(registered);
  return instance;
}

Ref<Queue> new_queue() { return create_queue(find_device(L"host"), QueueOptions()); }

template <class Argument>
Ref<Event> launch(const Ref<Queue>& queue, const char* name, const Argument& argument,
                  const LaunchShape& shape) {
  LaunchScope scope(queue.get());
  return scope.launch(unit().id(name), &argument, sizeof argument, shape);
}

LaunchShape make_shape(std::uint64_t x, std::uint64_t y = 1, std::uint64_t z = 1, std::uint32_t gx = 0,
                       std::uint32_t gy = 0, std::uint32_t gz = 0) {
  LaunchShape shape;
  shape.rank = z > 1 ? 3 : y > 1 ? 2 : 1;
  const std::uint64_t global[] = {x, y, z};
  const std::uint32_t group[] = {gx, gy, gz};
  std::copy(global, global + 3, shape.global);
  std::copy(group, group + 3, shape.group);
  return shape;
}

}  // namespace

TEST(Host, EveryItemRunsOnceInEveryShape) {
  const Ref<Queue> queue = new_queue();
  const LaunchShape shapes[] = {make_shape(1),
                                make_shape(7),
                                make_shape(63),
                                make_shape(1000003),
                                make_shape(1, 8192),
                                make_shape(8192, 1),
                                make_shape(17, 11, 5),
                                make_shape(3, 100000),
                                make_shape(5000, 7, 3),
                                make_shape(1024, 1, 1, 7, 1, 1),
                                make_shape(17, 11, 5, 6, 3, 2),
                                make_shape(64, 64, 1, 32, 32, 1),
                                make_shape(1000, 3, 1, 1000, 1, 1)};
  for (const LaunchShape& shape : shapes) {
    std::vector<int> counts(shape.global[0] * shape.global[1] * shape.global[2]);
    wait(launch(queue, "visit", Visit{counts.data(), 0}, shape).get());
    EXPECT_TRUE(std::all_of(counts.begin(), counts.end(), [](int count) { return count == 1; }));
  }
}

TEST(Host, ScratchAndDynamicMemoryArePrivateAndAligned) {
  const Ref<Queue> a = new_queue(), b = new_queue();
  std::atomic<int> faults{0}, groups{0};
  LaunchShape shape = make_shape(64 * 200, 1, 1, 64, 1, 1);
  shape.dynamic_bytes = 1000;
  for (int i = 0; i < 5; ++i) {
    launch(a, "memory", Memory{&faults, &groups}, shape);
    launch(b, "memory", Memory{&faults, &groups}, shape);
  }
  wait(a.get());
  wait(b.get());
  EXPECT_EQ(faults, 0);
  EXPECT_EQ(groups, 2000);
}

TEST(Host, ALaunchReturnsBeforeItIsDone) {
  const Ref<Queue> queue = new_queue();
  std::atomic<bool> go{false};
  std::vector<int> list;
  const Ref<Event> first = launch(queue, "wait", Wait{&go}, make_shape(1));
  const Ref<Event> second = launch(queue, "append", Append{&list, 1}, make_shape(1));
  const Ref<Event> mark = marker(queue.get(), {});
  EXPECT_TRUE(!is_ready(first.get()) && !is_ready(second.get()) && !is_ready(mark.get()));
  EXPECT_EQ(pending(queue.get()), 3);
  EXPECT_EQ(begin_tick(second.get()), 0);
  EXPECT_EQ(end_tick(second.get()), 0);
  go = true;
  wait(mark.get());
  EXPECT_TRUE(is_ready(first.get()) && is_ready(second.get()) && pending(queue.get()) == 0);
  EXPECT_TRUE(list == std::vector<int>{1});
  EXPECT_GE(begin_tick(second.get()), end_tick(first.get()));
  EXPECT_GE(end_tick(second.get()), begin_tick(second.get()));
}

TEST(Host, AQueueKeepsItsOrder) {
  const Ref<Queue> queue = new_queue();
  std::vector<int> list;
  for (long i = 0; i < 2000; ++i) launch(queue, "append", Append{&list, i}, make_shape(1));
  wait(queue.get());
  EXPECT_TRUE(list.size() == 2000 && std::is_sorted(list.begin(), list.end()));
}

TEST(Host, AMarkerWaitsForOtherQueues) {
  const Ref<Queue> a = new_queue(), b = new_queue();
  std::atomic<bool> go{false};
  const Ref<Event> slow = launch(a, "wait", Wait{&go}, make_shape(1));
  const Ref<Event> joined = marker(b.get(), {slow});
  std::vector<int> list;
  const Ref<Event> after = launch(b, "append", Append{&list, 1}, make_shape(1));
  EXPECT_TRUE(!is_ready(joined.get()) && !is_ready(after.get()));
  go = true;
  wait(after.get());
  EXPECT_TRUE(is_ready(slow.get()) && is_ready(joined.get()));
}

TEST(Host, LongChainsOfMarkersComplete) {
  const Ref<Queue> queue = new_queue();
  std::atomic<bool> go{false};
  launch(queue, "wait", Wait{&go}, make_shape(1));
  Ref<Event> last;
  for (int i = 0; i < 100000; ++i) last = marker(queue.get(), {});
  go = true;
  wait(last.get());
  EXPECT_EQ(pending(queue.get()), 0);
}

TEST(Host, LargeFunctionObjectsAreCopied) {
  const Ref<Queue> queue = new_queue();
  long sum = 0;
  Large large{};
  large.sum = &sum;
  std::fill(std::begin(large.words), std::end(large.words), 2);
  std::atomic<bool> go{false};
  launch(queue, "wait", Wait{&go}, make_shape(1));
  launch(queue, "large", large, make_shape(1));
  std::fill(std::begin(large.words), std::end(large.words), 0);  // the kernel has its own copy
  go = true;
  wait(queue.get());
  EXPECT_EQ(sum, 1200);
}

TEST(Host, LaunchChecksHaveTheSpecifiedWords) {
  const Ref<Queue> queue = new_queue();
  const auto message = [&](const LaunchShape& shape) {
    return message_of([&] { launch(queue, "nothing", std::uint64_t{0}, shape); });
  };
  EXPECT_EQ(message(make_shape(4096, 1, 1, 2048, 1, 1)),
            "The extent of the tile (2048) exceeds the device limit (1024).");
  EXPECT_EQ(message(make_shape(100, 8, 1, 10, 16, 1)),
            "The extent of the tile (16) exceeds the compute grid extent (8).");
  EXPECT_CONTAINS(
      message(make_shape(64, 64, 1, 64, 32, 1)),
      "The number of work items (2048) per work group exceeds the limit (1024) of kernel 'nothing (test)'");
  LaunchShape hungry = make_shape(64, 1, 1, 64, 1, 1);
  hungry.dynamic_bytes = 300 * 1024;
  EXPECT_CONTAINS(message(hungry), "dynamic group memory exceed the device's");
  EXPECT_TRUE(message(make_shape(0, 1, 1, 0, 0, 0)).empty());
}

TEST(Host, TheCpuRunsNoKernels) {
  const Ref<Queue> queue = create_queue(find_device(L"cpu"), QueueOptions());
  EXPECT_EQ(
      message_of([&] { launch(queue, "nothing", std::uint64_t{0}, make_shape(1)); }),
      "concurrency::parallel_for_each is not supported on the selected accelerator \"CPU accelerator\".");
}

template <class Function>
class Doing final : public Action {
 public:
  explicit Doing(Function function) : function_(function) {}
  void run() override { function_(); }

 private:
  Function function_;
};

TEST(Host, ActionsRunAfterTheEvent) {
  const Ref<Queue> queue = new_queue();
  std::atomic<bool> go{false};
  std::atomic<int> ran{0};
  const Ref<Event> event = launch(queue, "wait", Wait{&go}, make_shape(1));
  const auto count = [&] { ++ran; };
  const auto act = [&] {  // an action may itself wait for work and for other actions
    wait(launch(queue, "nothing", std::uint64_t{0}, make_shape(1)).get());
    on_complete(event.get(), new Doing(count));
    while (ran == 0) std::this_thread::yield();
    ++ran;
  };
  on_complete(event.get(), new Doing(act));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(ran, 0);
  go = true;
  while (ran != 2) std::this_thread::yield();
}

// The other thread ends the cause at about the moment at which this one asks for what has no other work.
TEST(Host, WorkThatIsOnlyItsCausesMayEndWhileSomebodyAsks) {
  constexpr int rounds = 400000, longest_delay = 600;
  std::vector<SoftHandle> hands(rounds);
  std::atomic<int> offered{0}, ended{0}, told{0};
  std::thread other([&] {
    for (int i = 0; i < rounds; ++i) {
      while (offered.load() <= i) std::this_thread::yield();
      hands[i]->finish(nullptr);
      ended = i + 1;
    }
  });
  for (int i = 0; i < rounds; ++i) {
    auto [cause, hand] = make_soft_event("");
    const Ref<Event> doubt = completed_event();
    doubt->inherit(cause);
    hands[i] = std::move(hand);
    offered = i + 1;
    for (volatile int pause = 0; pause < i % longest_delay;) pause = pause + 1;
    notify(doubt, [&] { ++told; });
    while (ended.load() <= i) std::this_thread::yield();
  }
  other.join();
  while (told < rounds) std::this_thread::yield();
}

TEST(Host, DefaultQueuesBelongToThreads) {
  Device* const host = find_device(L"host");
  const Ref<Queue> mine = default_queue(host);
  EXPECT_EQ(mine, default_queue(host));
  std::thread([&] {
    const Ref<Queue> other = default_queue(host);
    EXPECT_NE(other, mine);
    const std::vector<Ref<Queue>> all = queues(host);
    EXPECT_NE(std::find(all.begin(), all.end(), other), all.end());
  }).join();
  const std::vector<Ref<Queue>> all = queues(host);
  EXPECT_NE(std::find(all.begin(), all.end(), mine), all.end());
}

TEST(Host, ManyThreadsShareQueues) {
  const Ref<Queue> shared = new_queue();
  std::atomic<int> faults{0}, groups{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      const Ref<Queue> own = new_queue();
      Ref<Event> last;
      for (int i = 0; i < 100; ++i) {
        const Ref<Event> event = launch(i % 2 ? own : shared, "memory", Memory{&faults, &groups},
                                        make_shape(64 * 5, 1, 1, 64, 1, 1));
        last = marker(own.get(), {event});
        if (i % 7 == 0) wait(last.get());
      }
      wait(last.get());
    });
  for (std::thread& thread : threads) thread.join();
  wait(shared.get());
  EXPECT_EQ(faults, 0);
  EXPECT_EQ(groups, 2000);
}

TEST(Host, LaunchOverheadIsSmall) {
  const Ref<Queue> queue = new_queue();
  const auto time = [&](bool each, int count) {
    const std::uint64_t begin = tick_now();
    for (int i = 0; i < count; ++i) {
      const Ref<Event> event = launch(queue, "nothing", std::uint64_t{0}, make_shape(1));
      if (each) wait(event.get());
    }
    wait(queue.get());
    return static_cast<double>(tick_now() - begin) / count;
  };
  time(true, 1000);
  double waited = 1e9, queued = 1e9;
  for (int i = 0; i < 5; ++i) {
    waited = std::min(waited, time(true, 2000));
    queued = std::min(queued, time(false, 2000));
  }
  std::printf("note: launch and wait %.0f ns, launch alone %.0f ns\n", waited, queued);
  EXPECT_TRUE(is_sanitized || (waited < 100000 && queued < 100000));
}

TEST(Host, WorkPendingAtExitIsDrained) {
  static std::vector<int> counts(1 << 20);  // destroyed before the runtime's threads end
  const Ref<Queue> queue = default_queue(find_device(L"host"));
  for (int i = 0; i < 50; ++i) launch(queue, "visit", Visit{counts.data(), 0}, make_shape(counts.size()));
}

TEST(Host, LongKernelsOfSeveralQueuesRunAtTheSameTime) {
  if (info(find_device(L"host")).compute_units < 2) return;
  const Ref<Queue> a = new_queue(), b = new_queue();
  for (int i = 0; i < 50; ++i) {
    std::atomic<bool> go{false};
    std::vector<int> list;
    launch(a, "wait", Wait{&go}, make_shape(1));
    const Ref<Event> other = launch(b, "append", Append{&list, 1}, make_shape(1));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (!is_ready(other.get()) && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    EXPECT_TRUE(is_ready(other.get()));
    go = true;
    wait(a.get());
  }
}
