#include "queue.hpp"

#include <unistd.h>

#include <algorithm>

#include "exit.hpp"
#include "graph_recorder.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "must_not_wait.hpp"
#include "per_thread.hpp"
#include "print.hpp"
#include "soft_event.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

// Queues that exist, for drain_all_queues().
struct LiveQueues {
  LiveQueues();

  std::mutex mutex;
  std::vector<Queue*> queues;
};

LiveQueues& live_queues() { return lasting<LiveQueues>(); }

// Takes a reference unless the last one is already gone.
bool try_retain(Queue* queue) noexcept {
  long count = queue->references.load(std::memory_order_relaxed);
  while (count > 0)
    if (queue->references.compare_exchange_weak(count, count + 1)) return true;
  return false;
}

// The default queues of one thread, one for each device.
struct ThreadQueues {
  Ref<Queue> by_slot[max_devices];
};

// The main thread's work ends before static objects do; its end runs no PerThread destructors.
struct EndOfMainThread {
  void touch() noexcept {}  // using the object makes its thread construct it
  ~EndOfMainThread() {
    for (Ref<Queue>& queue : PerThread<ThreadQueues>::get().by_slot) queue = {};
  }
};

thread_local EndOfMainThread end_of_main_thread;

// All queues, each held by a reference that the caller gives back.
std::vector<Queue*> hold_live_queues() {
  LiveQueues& live = live_queues();
  std::vector<Queue*> held;
  const std::lock_guard<std::mutex> lock(live.mutex);
  for (Queue* queue : live.queues)
    if (try_retain(queue)) held.push_back(queue);
  return held;
}

// Threads share queues: those of the host accelerator, and the one that moves memory. A child can use them,
// and has not the threads that may be amid a submission.
struct HeldQueues {
  std::vector<Queue*> queues;
  unsigned shared = 0;

  void hold();
  void go_on();
};
std::atomic<unsigned> shared_queues{0};  // how many were made that no program has asked for

void HeldQueues::hold() {
  shared = shared_queues;
  for (Queue* queue : hold_live_queues()) {
    const Backend backend = queue->device()->info().backend;
    if (backend == Backend::host || backend == Backend::cpu) {
      queue->hold_submissions();
      queues.push_back(queue);
    } else {
      release(queue);
    }
  }
}

void HeldQueues::go_on() {
  for (Queue* queue : queues) queue->go_on();
  for (Queue* queue : queues) release(queue);
  queues.clear();
}

HeldQueues& held() { return PerThread<HeldQueues>::get(); }

LiveQueues::LiveQueues() {
  static const ForkActions submissions{[] { held().hold(); }, [](bool) { held().go_on(); },
                                       [] { return held().shared == shared_queues; }};
  around_fork(ForkPart::submissions, &submissions);
  lock_around_forks<ForkPart::live_queues>(mutex);
}

}  // namespace

Queue::Queue(Device* device, const QueueOptions& options, bool is_listed)
    : listed(is_listed),
      device_(device),
      options_(options),
      implementation_(device->implementation().create_queue(options)) {}

Queue* Queue::create(Device* device, const QueueOptions& options, bool listed) {
  drain_at_exit();
  auto* const queue = new Queue(device, options, listed);
  LiveQueues& live = live_queues();
  {
    std::lock_guard<std::mutex> lock(live.mutex);
    live.queues.push_back(queue);
  }
  if (listed) {
    std::lock_guard<std::mutex> lock(device->queues_mutex);
    device->queues.push_back(queue);
  } else {
    ++shared_queues;
  }
  return queue;
}

Queue::~Queue() {
  if (exiting() || device_->lost_by_fork()) {
    static_cast<void>(implementation_.release());
    return;
  }
  try {
    implementation_->wait();
  } catch (const std::exception& error) {
    HCRT_LOG("error of a queue that nobody waits for: %s", error.what());
  }
}

void Queue::await(const Ref<Event>& dependency) {
  if (!dependency) return;
  if (!dependency->native()) {  // doubt_, or nothing to wait for
    if (!implementation_->inherits_failures() && dependency->may_fail()) causes_.push_back(dependency);
    return;
  }
  backends::Event& native = *dependency->native();
  if (implementation_->inherits_failures()) {
    if (implementation_->depend(native)) return;
    if (dependency->complete() && !undelivered(dependency->failure())) return;
  } else {
    if (dependency->may_fail()) causes_.push_back(dependency);
    if (dependency->queue() == this || dependency->complete() || implementation_->depend(native)) return;
  }
  if (std::shared_ptr<backends::Gate> gate = implementation_->hold()) {
    notify(dependency, [gate, dependency] { gate->open(dependency->failure()); });
    return;
  }
  dependency->wait_unheard();  // it is among the causes
}

void Queue::inherit_causes(const Ref<Event>& event) {
  if (causes_.empty()) return;
  const Ref<Event> doubt = completed_event();  // but for its causes
  for (const Ref<Event>& cause : causes_) {
    event->inherit(cause);
    doubt->inherit(cause);
  }
  // One for all commands, so that a marker has one more to wait for, however many there are.
  const bool is_cause = std::find(causes_.begin(), causes_.end(), doubt_) != causes_.end();
  if (doubt_ && !is_cause && doubt_->may_fail()) doubt->inherit(doubt_);
  causes_.clear();
  doubt_ = doubt;
}

Ref<Event> Queue::doubt() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (doubt_ && !doubt_->may_fail()) doubt_ = {};
  return doubt_;
}

// Before the next command: while users hold the newest one's event, its end must be distinct from the next's.
void Queue::checkpoint_newest() {
  {
    const std::lock_guard<std::mutex> lock(newest_mutex_);
    if (!newest_ || !newest_->held_by_user()) return;
  }
  implementation_->checkpoint();
}

void Queue::remember(Event* event) noexcept {
  const std::lock_guard<std::mutex> lock(newest_mutex_);
  newest_ = event;
}

void Queue::forget(const Event* event) noexcept {
  const std::lock_guard<std::mutex> lock(newest_mutex_);
  if (newest_ == event) newest_ = nullptr;
}

void drain_all_queues() noexcept {
  for (Queue* queue : hold_live_queues()) {
    try {
      queue->settle();
      if (queue->has_own_work()) queue->implementation().wait();
    } catch (const std::exception& error) {
      HCRT_LOG("error of a queue that nobody waits for: %s", error.what());
    }
    release(queue);
  }
}

void retain(Queue* queue) noexcept { queue->references.fetch_add(1, std::memory_order_relaxed); }

// The end of a queue waits for its work: it is left to a thread that may. Until then the queue lives.
static bool leave_to_others(Queue* queue) noexcept {
  if (!MustNotWait::here() || exiting()) return false;
  long count = queue->references.load(std::memory_order_relaxed);
  while (count > 1)
    if (queue->references.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel)) return true;
  run_later(action_of([last = Ref<Queue>(queue)] {}));
  return true;
}

void release(Queue* queue) noexcept {
  if (leave_to_others(queue)) return;
  if (queue->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  LiveQueues& live = live_queues();
  {
    std::lock_guard<std::mutex> lock(live.mutex);
    live.queues.erase(std::find(live.queues.begin(), live.queues.end(), queue));
  }
  if (queue->listed) {
    std::lock_guard<std::mutex> lock(queue->device()->queues_mutex);
    auto& listed = queue->device()->queues;
    listed.erase(std::find(listed.begin(), listed.end(), queue));
  }
  delete queue;
}

Ref<Queue> default_queue(Device* device) {
  Ref<Queue>& queue = PerThread<ThreadQueues>::get().by_slot[device->slot()];
  if (!queue) {
    queue = create_queue(device, QueueOptions());
    if (gettid() == getpid()) end_of_main_thread.touch();
  }
  return queue;
}

Ref<Queue> create_queue(Device* device, const QueueOptions& options) {
  return Ref<Queue>(Queue::create(device, options, true));
}

Ref<Queue> auto_selection_queue() {
  Device* const device = default_device();  // starts drivers, which may themselves fork
  Queue* const queue = lasting([device] {
    QueueOptions options;
    options.auto_selection = true;
    return Queue::create(device, options, false);
  });
  retain(queue);
  return Ref<Queue>(queue);
}

Queue* work_queue(Queue* queue) {
  return queue->options().auto_selection ? default_queue(queue->device()).get() : queue;
}

std::vector<Ref<Queue>> queues(Device* device) {
  std::lock_guard<std::mutex> lock(device->queues_mutex);
  std::vector<Ref<Queue>> result;
  for (Queue* queue : device->queues)
    if (try_retain(queue)) result.emplace_back(queue);
  return result;
}

Device* device_of(const Queue* queue) { return queue->device(); }

const QueueOptions& options(const Queue* queue) { return queue->options(); }

std::size_t pending(const Queue* queue) { return queue->implementation().pending(); }

void flush(Queue* queue) { queue->implementation().flush(); }

void wait(Queue* queue) {
  not_while_recording("wait");
  const TraceCall call("wait");
  yield_to_exit();
  queue->device()->require_not_forked();
  queue->implementation().wait();
  flush_prints(queue->device());
  const Ref<Event> doubt = queue->doubt();
  if (!doubt) return;
  doubt->wait_unheard();
  if (doubt->may_fail()) doubt->wait();  // what was told before its causes were known is not told twice
}

Ref<Event> marker(Queue* queue, const std::vector<Ref<Event>>& dependencies) {
  if (recording()) return current_recorder->add_marker(queue, dependencies);
  for (const Ref<Event>& event : dependencies)
    if (is_recorded(event.get())) event->wait();  // throws: it will never be complete
  const TraceCall call("create_marker");
  return submit_marker(queue, dependencies);
}

Ref<Event> submit_marker(Queue* queue, const Dependencies& dependencies) {
  Dependencies all = dependencies;
  if (Ref<Event> doubt = queue->doubt()) all.push_back(std::move(doubt));
  Ref<Event> event = queue->submit(all, [](backends::Queue& native) { return native.marker(); });
  if (tracing()) trace_other(event, dependencies, "marker");
  return event;
}

}  // namespace hcrt
