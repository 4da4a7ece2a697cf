// The order of the CUDA back end's work, and its events, against fake_cuda.cpp.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include "cuda_fixture.hpp"

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
  EXPECT_EQ(counters().event_records, before.event_records + 2);  // after the kernels and after the copy
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

TEST(Cuda, FailuresOfTwoFunctionsAreToldOneAfterTheOther) {
  Fixture f;
  std::atomic<bool> go{false};
  for (const char* const what : {"the first", "the second"})
    marker(f.queue.get(), {run_behind(Ref<Event>(), action([&go, what] {
                                        while (!go) std::this_thread::yield();
                                        throw Error(Errc::runtime, what);
                                      }))});
  marker(f.queue.get(), {});
  go = true;
  std::string told = message_of([&] { wait(f.queue.get()); });
  told += message_of([&] { wait(f.queue.get()); });
  EXPECT_CONTAINS(told, "the first");
  EXPECT_CONTAINS(told, "the second");
  wait(f.queue.get());
}

// Of a thread of this process: R where it runs or could, S where it sleeps.
static char state_of(long thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  const std::string words((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return words.at(words.rfind(')') + 2);
}

// Of this thread, where it waits for a function.
static char state_of_waiter(bool ends_soon) {
  std::atomic<long> waiter{0};
  char state = 0;
  const Ref<Event> function = run_behind(Ref<Event>(), action([&] {
                                           while (!waiter) std::this_thread::yield();
                                           std::this_thread::sleep_for(std::chrono::milliseconds(200));
                                           if (ends_soon) function_ends_soon();
                                           std::this_thread::sleep_for(std::chrono::milliseconds(200));
                                           state = state_of(waiter);
                                         }));
  waiter = syscall(SYS_gettid);
  wait(function.get());
  return state;
}

TEST(Cuda, WhoWaitsForAFunctionThatEndsSoonDoesNotSleep) {
  EXPECT_EQ(state_of_waiter(false), 'S');
  EXPECT_EQ(state_of_waiter(true), 'R');
  function_ends_soon();  // by no function: nothing
}

TEST(Cuda, WhoWaitsForALentFunctionRunsIt) {
  const Ref<Buffer> view = create_view_buffer(nullptr, 400, true);
  void* address = nullptr;
  int calls = 0, here = 0;
  const auto lent = [&](const std::function<void()>& function) {
    return lend(view.get(), nullptr, Access::read_write, 0, 400, action(function), &address);
  };
  const std::thread::id self = std::this_thread::get_id();
  for (int i = 0; i < 500; ++i)
    wait(lent([&] { ++calls, here += std::this_thread::get_id() == self; }).get());
  EXPECT_EQ(calls, 500);
  EXPECT_GT(here, 0);  // how often it comes before the other thread depends on the machine
  // A function that waits for it has the other thread run it.
  wait(run_behind(Ref<Event>(), action([&] { wait(lent([&] { ++calls; }).get()); })).get());
  EXPECT_EQ(calls, 501);
  const Ref<Event> failing = lent([] { throw Error(Errc::runtime, "on purpose"); });
  EXPECT_CONTAINS(message_of([&] { wait(failing.get()); }), "on purpose");
}

// Seconds that this thread has run.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Seconds of this thread for so many markers behind functions that have not ended.
static double seconds_of_markers(int count) {
  Fixture f;
  std::atomic<bool> go{false};
  const Ref<Event> function = run_behind(Ref<Event>(), action([&] {
                                           while (!go) std::this_thread::yield();
                                         }));
  const double begin = now();
  for (int i = 0; i < count; ++i) marker(f.queue.get(), {function});
  const double seconds = now() - begin;
  go = true;
  wait(f.queue.get());
  return seconds;
}

TEST(Cuda, MarkersCostTheSameHoweverManyWait) {
  seconds_of_markers(100);
  const double few = seconds_of_markers(250), many = seconds_of_markers(2000);
  EXPECT_LT(many,
            24 * few);  // 8 times as many; where each waited for all before it, it took 64 times as long
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
    lend_to_adder(view.get(), nullptr, 10000);  // one after the other, without a kernel between them
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
