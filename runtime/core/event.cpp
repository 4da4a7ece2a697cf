#include "event.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "graph_recorder.hpp"
#include "log.hpp"
#include "print.hpp"
#include "queue.hpp"
#include "trace.hpp"

namespace hcrt {

Event::Event(Queue* queue, backends::EventHandle native) : queue_(queue), native_(std::move(native)) {
  if (queue_) retain(queue_);
}

Event::~Event() {
  if (queue_) queue_->forget(this);
  native_.reset();
  if (queue_) hcrt::release(queue_);
}

Ref<Event> completed_event() { return Ref<Event>(new Event(nullptr, nullptr)); }

void retain(Event* event) noexcept { event->references.fetch_add(1, std::memory_order_relaxed); }

void release(Event* event) noexcept {
  if (event->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete event;
}

void wait(Event* event) {
  if (!event) return;
  not_while_recording("wait");
  const TraceCall call("wait");
  event->wait();
  if (event->queue()) flush_prints(event->queue()->device());
}

bool is_ready(const Event* event) { return !event || event->complete(); }

std::uint64_t begin_tick(const Event* event) {
  return event && event->native() ? event->native()->ticks().begin : 0;
}

std::uint64_t end_tick(const Event* event) {
  return event && event->native() ? event->native()->ticks().end : 0;
}

std::uint64_t tick_frequency() { return 1000000000u; }

std::uint64_t tick_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

long use_count(const Event* event) {
  return event ? event->references.load(std::memory_order_relaxed) - event->uses.load() + 1 : 0;
}

namespace {

// Threads that wait for an event and then run its action; as many as there are actions outstanding,
// because an action may itself wait for another one.
class ActionThreads {
 public:
  void add(Ref<Event> event, std::unique_ptr<Action> action) {
    std::lock_guard<std::mutex> lock(mutex_);
    actions_.push_back({std::move(event), std::move(action)});
    if (idle_ < actions_.size()) {
      std::thread([this] { run(); }).detach();
      ++idle_;
    }
    wake_.notify_one();
  }

 private:
  struct Item {
    Ref<Event> event;
    std::unique_ptr<Action> action;
  };

  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return !actions_.empty(); });
      Item item = std::move(actions_.front());
      actions_.pop_front();
      --idle_;
      lock.unlock();
      try {
        item.event->wait();
      } catch (const std::exception&) {  // the event keeps its error for those who wait for it
      }
      try {
        item.action->run();
      } catch (const std::exception& error) {
        std::fprintf(stderr, "hcrt: an action after an event threw: %s\n", error.what());
      }
      item = Item();
      lock.lock();
      ++idle_;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Item> actions_;
  std::size_t idle_ = 0;
};

}  // namespace

void on_complete(Event* event, Action* given) {
  std::unique_ptr<Action> action(given);
  not_while_recording("a future's conversion or callback");
  static ActionThreads& threads = *new ActionThreads;  // leaked: its threads outlive static destructors
  if (!event) return threads.add(completed_event(), std::move(action));
  retain(event);
  threads.add(Ref<Event>(event), std::move(action));
}

}  // namespace hcrt
