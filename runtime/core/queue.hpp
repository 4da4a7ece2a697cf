// A stream of work on one device: accelerator_view's inside.
#ifndef HCRT_CORE_QUEUE_HPP
#define HCRT_CORE_QUEUE_HPP

#include <atomic>
#include <mutex>

#include "devices.hpp"
#include "event.hpp"
#include "exit.hpp"

namespace hcrt {

// Any thread, at the same time.
class Queue {
 public:
  /// listed: appears in queues(device). The caller has the one reference.
  static Queue* create(Device*, const QueueOptions&, bool listed);
  ~Queue();

  Device* device() const noexcept { return device_; }
  const QueueOptions& options() const noexcept { return options_; }
  backends::Queue& implementation() const noexcept { return *implementation_; }

  /// Submits one command after the dependencies: action(backends::Queue&) returns its native event. The label
  /// says what it is, in messages; it lives as long as the process.
  template <class Action>
  Ref<Event> submit(const Dependencies& dependencies, Action&& action, const char* label = "") {
    device_->require_not_forked();
    yield_to_exit();
    std::unique_lock<std::mutex> lock(mutex_);
    if (exiting_elsewhere()) {
      lock.unlock();
      yield_to_exit();
    }
    used_in_ = fork_generation();
    causes_.clear();  // those of a command that the back end refused
    for (const Ref<Event>& dependency : dependencies) await(dependency);
    checkpoint_newest();
    Ref<Event> event(new Event(this, action(*implementation_), label));
    inherit_causes(event);
    remember(event.get());
    return event;
  }
  /// Has it work of this process? What a parent process had pending is for that to wait for.
  bool has_own_work() const noexcept { return !device_->lost_by_fork() && used_in_ == fork_generation(); }
  /// What a marker depends on: commands of this queue that may fail in a way the back end knows nothing of.
  /// Null: none.
  Ref<Event> doubt();
  /// Returns when no other thread is amid a submission.
  void settle() { const std::lock_guard<std::mutex> lock(mutex_); }
  /// Between these no thread is amid a submission, or begins one.
  void hold_submissions() {
    mutex_.lock();
    newest_mutex_.lock();
  }
  void go_on() {
    newest_mutex_.unlock();
    mutex_.unlock();
  }
  /// The event is about to be destroyed.
  void forget(const Event*) noexcept;

  std::atomic<long> references{1};
  const bool listed;
  std::uint32_t trace_row = 0;  // trace.cpp's

 private:
  Queue(Device*, const QueueOptions&, bool listed);
  void await(const Ref<Event>& dependency);
  void inherit_causes(const Ref<Event>&);
  void checkpoint_newest();
  void remember(Event*) noexcept;

  std::mutex mutex_;
  std::mutex newest_mutex_;
  Event* newest_ = nullptr;  // of the newest command; null once it is destroyed
  Device* device_;
  QueueOptions options_;
  std::unique_ptr<backends::Queue> implementation_;
  Dependencies causes_;               // of the command that is being submitted; empty between submissions
  std::atomic<unsigned> used_in_{0};  // the fork generation of the newest command
  // What became of the causes of commands, until they are complete and nothing failed, or somebody knows. Not
  // the commands' own events, which keep the queue alive.
  Ref<Event> doubt_;
};

/// marker(), which is not recorded where the thread records a task graph.
Ref<Event> submit_marker(Queue*, const Dependencies&);
/// Waits for all work of all queues; errors are dropped. For the end of the process and of a unit's code.
void drain_all_queues() noexcept;

}  // namespace hcrt
#endif
