// Which threads run a command of the host accelerator.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

struct Workers {
  std::mutex mutex;
  std::set<std::thread::id> threads;
};

struct Work {
  Workers* workers;
  std::chrono::milliseconds each;  // group
};

void work(const void* argument, const hcrt_host_launch*, std::uint64_t first, std::uint64_t last, void*,
          void*) {
  const auto* const w = static_cast<const Work*>(argument);
  if (w->each.count() > 0) std::this_thread::sleep_for(w->each * (last - first));
  const std::lock_guard<std::mutex> lock(w->workers->mutex);
  w->workers->threads.insert(std::this_thread::get_id());
}

TestUnit& unit() {
  static TestUnit& instance =
      *new TestUnit("unit-sharing", {{"work", sizeof(Work), work}}, {{HCRT_IMAGE_HOST, "x86-64", ""}});
  static const bool registered = (instance.register_now(), true);
  static_cast<void>(registered);
  return instance;
}

// A launch of groups of one work-item; or, group false, of as many as the run time chooses.
Ref<Event> launch(const Ref<Queue>& queue, Workers& workers, std::chrono::milliseconds each,
                  std::uint64_t items, bool group) {
  LaunchShape shape;
  shape.rank = 1;
  shape.global[0] = items;
  shape.group[0] = group ? 1 : 0;
  const Work argument{&workers, each};
  LaunchScope scope(queue.get());
  return scope.launch(unit().id("work"), &argument, sizeof argument, shape);
}

Ref<Queue> new_queue() { return create_queue(find_device(L"host"), QueueOptions()); }
std::uint32_t processors() { return info(find_device(L"host")).compute_units; }

}  // namespace

TEST(Sharing, LittleWorkStaysWithTheThreadThatLaunchesItAndWaits) {
  if (is_sanitized) return;  // and too slow to wait within a microsecond
  const Ref<Queue> queue = new_queue();
  int most = 0;  // of 1,000 launches, in a turn that nothing disturbs
  for (int turn = 0; turn < 20 && most < 900; ++turn) {
    int alone = 0;
    for (int i = 0; i < 1000; ++i) {
      Workers workers;
      wait(launch(queue, workers, {}, 256, false).get());
      alone += workers.threads == std::set<std::thread::id>{std::this_thread::get_id()};
    }
    most = std::max(most, alone);
  }
  EXPECT_GE(most, 900);
}

TEST(Sharing, FewWorkItemsThatTakeLongAreShared) {
  if (processors() < 2) return;
  Workers workers;
  const Ref<Queue> queue = new_queue();
  for (int i = 0; i < 10; ++i) wait(launch(queue, workers, std::chrono::milliseconds(5), 2, true).get());
  EXPECT_GE(workers.threads.size(), 2);
}

TEST(Sharing, EveryThreadWorksWhereNobodyWaits) {
  Workers workers;
  const Ref<Queue> queue = new_queue();
  const Ref<Event> event =
      launch(queue, workers, std::chrono::milliseconds(2), std::uint64_t{64} * processors(), true);
  while (!is_ready(event.get())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(workers.threads.size(), processors());
}
