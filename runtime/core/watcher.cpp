// Reports when events of back ends that call nobody are complete: one thread asks them in turn.
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "event.hpp"
#include "fork.hpp"
#include "lasting.hpp"
#include "must_not_wait.hpp"
#include "queue.hpp"

namespace hcrt {
namespace {

// From the length of a launch to what nobody notices beside a long kernel.
constexpr int short_pauses = 32;  // before they grow: kernels that follow each other take as long
constexpr auto shortest_pause = std::chrono::microseconds(10), longest_pause = std::chrono::microseconds(200);

class Watcher {
 public:
  Watcher();

  void add(Ref<Event> event, std::function<void()> action) {
    const std::lock_guard<std::mutex> lock(mutex_);
    added_.push_back({std::move(event), std::move(action)});
    if (!started_) std::thread([this] { run(); }).detach();
    started_ = true;
    wake_.notify_one();
  }

  // --- a fork: no look at the events is half done, and nothing is being added ---
  void end_pass() { pass_.lock(); }
  void begin_passes() { pass_.unlock(); }
  void hold() { mutex_.lock(); }
  void resume(bool in_child) {
    if (in_child) {
      new (&wake_) std::condition_variable;
      started_ = false;
    }
    mutex_.unlock();
  }
  // In a child process, whose parent has what most of them wait for: that has failed here, and is reported.
  void tell_lost() {
    std::vector<Item> all;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      all.swap(added_);
    }
    for (Item& item : items_) all.push_back(std::move(item));
    items_.clear();
    for (Item& item : all) {
      Queue* const queue = item.event->queue();
      if (queue && queue->device()->lost_by_fork()) {
        item.action();
      } else {
        add(std::move(item.event), std::move(item.action));
      }
    }
  }

 private:
  struct Item {
    Ref<Event> event;
    std::function<void()> action;
  };

  [[noreturn]] void run() {
    prctl(PR_SET_TIMERSLACK, 1000);  // ns: a short pause takes 50 us longer otherwise
    auto pause = shortest_pause;
    int pauses = 0;
    for (bool waiting = false;;) {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        if (!waiting) wake_.wait(lock, [this] { return !added_.empty(); });
      }
      const MustNotWait brief;
      {
        const std::lock_guard<std::mutex> pass(pass_);
        const bool added = take_added();
        if (act() || added) pauses = 0;
        waiting = !items_.empty();
      }
      if (!waiting) continue;
      pause = pauses < short_pauses ? shortest_pause : std::min(pause * 2, longest_pause);
      pauses = std::min(pauses + 1, short_pauses);
      std::this_thread::sleep_for(pause);
    }
  }

  bool take_added() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (added_.empty()) return false;
    for (Item& item : added_) items_.push_back(std::move(item));
    added_.clear();
    return true;
  }

  // Calls the actions of what is complete.
  bool act() {
    const std::size_t before = items_.size();
    std::size_t waiting = 0;
    for (std::size_t i = 0; i < before; ++i) {
      if (items_[i].event->complete()) {
        items_[i].action();
      } else {
        if (waiting < i) items_[waiting] = std::move(items_[i]);
        ++waiting;
      }
    }
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(waiting), items_.end());
    return waiting < before;
  }

  std::mutex pass_;          // while events are looked at
  std::vector<Item> items_;  // by the thread, in a pass
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Item> added_;
  bool started_ = false;
};

Watcher& watcher() { return lasting<Watcher>(); }

Watcher::Watcher() {
  static const ForkActions pass{[] { watcher().end_pass(); }, [](bool) { watcher().begin_passes(); }};
  static const ForkActions list{[] { watcher().hold(); }, [](bool in_child) { watcher().resume(in_child); }};
  static const ForkActions lost{[] {},
                                [](bool in_child) {
                                  if (in_child) watcher().tell_lost();
                                }};
  around_fork(ForkPart::watcher_pass, &pass);
  around_fork(ForkPart::watcher, &list);
  around_fork(ForkPart::lost_events, &lost);
}

}  // namespace

void notify(const Ref<Event>& event, std::function<void()> action) {
  if (event->complete()) return action();
  if (!event->has_causes()) {
    // Work that is nothing but its causes may have become complete just now.
    if (!event->native()) return action();
    if (event->native()->notify(action)) return;
  }
  watcher().add(event, std::move(action));
}

}  // namespace hcrt
