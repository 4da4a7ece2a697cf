// Tells when events of back ends that call nobody are complete: one thread asks them in turn.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "event.hpp"
#include "fork.hpp"

namespace hcrt {
namespace {

// From the length of a launch to what nobody notices beside a long kernel.
constexpr auto shortest_pause = std::chrono::microseconds(10), longest_pause = std::chrono::microseconds(200);

class Watcher {
 public:
  Watcher();
  // In a child process the thread is gone, with what it watched: work of devices that are gone as well.
  void before_fork() { mutex_.lock(); }
  void after_fork(bool in_child) {
    if (in_child) {
      new (&wake_) std::condition_variable;
      started_ = false;
    }
    mutex_.unlock();
  }

  void add(Ref<Event> event, std::function<void()> action) {
    const std::lock_guard<std::mutex> lock(mutex_);
    added_.push_back({std::move(event), std::move(action)});
    if (!started_) std::thread([this] { run(); }).detach();
    started_ = true;
    wake_.notify_one();
  }

 private:
  struct Item {
    Ref<Event> event;
    std::function<void()> action;
  };

  [[noreturn]] void run() {
    std::vector<Item> items;
    auto pause = shortest_pause;
    for (;;) {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        if (items.empty()) wake_.wait(lock, [this] { return !added_.empty(); });
        if (!added_.empty()) pause = shortest_pause;
        for (Item& item : added_) items.push_back(std::move(item));
        added_.clear();
      }
      std::vector<Item> waiting;
      for (Item& item : items) {
        if (!item.event->complete()) {
          waiting.push_back(std::move(item));
          continue;
        }
        item.action();
        pause = shortest_pause;
      }
      items = std::move(waiting);
      if (items.empty()) continue;
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, longest_pause);
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Item> added_;
  bool started_ = false;
};

Watcher& watcher() {
  static Watcher& instance = *new Watcher;  // leaked: its thread outlives static destructors
  return instance;
}

Watcher::Watcher() {
  static const ForkActions actions{[] { watcher().before_fork(); },
                                   [](bool in_child) { watcher().after_fork(in_child); }};
  around_fork(ForkPart::watcher, &actions);
}

}  // namespace

void notify(const Ref<Event>& event, std::function<void()> action) {
  if (event->complete()) return action();
  const bool resolved = !event->has_causes();
  if (resolved && event->native()->notify(action)) return;
  watcher().add(event, std::move(action));
}

}  // namespace hcrt
