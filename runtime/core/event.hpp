// The completion of one piece of work: completion_future's inside.
#ifndef HCRT_CORE_EVENT_HPP
#define HCRT_CORE_EVENT_HPP

#include <atomic>
#include <utility>

#include "backend.hpp"

namespace hcrt {

// Any thread, at the same time.
class Event {
 public:
  /// native may be null: already complete. label: what the work is, for messages; lives as long as the
  /// process.
  Event(Queue* queue, backends::EventHandle native, const char* label = "");
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  Queue* queue() const noexcept { return queue_; }  // null for work that needed no queue
  backends::Event* native() const noexcept { return native_.get(); }
  bool complete() const noexcept {
    return unresolved_.load(std::memory_order_acquire) == 0 && (!native_ || native_->complete());
  }
  bool ready() const noexcept;          // complete, as users see it
  void wait() const;                    // throws what made the work fail
  void wait_unheard() const noexcept;   // the same without the error, of which others have to hear still
  FailureRef failure() const noexcept;  // of complete work
  /// Can it fail, or did it, without anybody knowing yet?
  bool may_fail() const noexcept {
    return has_causes() || undelivered(inherited()) || (native_ && native_->may_fail());
  }
  bool has_causes() const noexcept { return unresolved_.load(std::memory_order_acquire) > 0; }
  /// Fails with the cause, where that fails. Before anybody else knows this event.
  void inherit(const Ref<Event>& cause);

  /// Is it held by others than the runtime's own notes (EventUse)?
  bool held_by_user() const noexcept { return references.load() > uses.load(); }

  std::atomic<long> references{1};
  std::atomic<long> uses{0};       // how many of them are EventUse
  std::uint64_t trace_number = 0;  // trace.cpp's; 0: not traced

 private:
  void resolve(const Event& cause) noexcept;
  /// Of the causes' failures one that nobody knows, or else the first; null: none.
  FailureRef inherited() const noexcept;

  Queue* queue_;  // kept alive: native events may point into their queue
  backends::EventHandle native_;
  const char* const label_;
  std::atomic<int> unresolved_{0};     // causes that are not complete
  std::vector<FailureRef> inherited_;  // of the causes; written under a lock before they are counted
};

using Dependencies = std::vector<Ref<Event>>;

/// A reference by which the runtime remembers an event that users may have dropped long ago.
class EventUse {
 public:
  EventUse() noexcept = default;
  explicit EventUse(Ref<Event> event) noexcept : event_(std::move(event)) {
    if (event_) event_->uses.fetch_add(1, std::memory_order_relaxed);
  }
  EventUse(const EventUse& other) noexcept : EventUse(other.event_) {}
  EventUse(EventUse&& other) noexcept : event_(std::move(other.event_)) {}
  EventUse& operator=(EventUse other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~EventUse() {
    if (event_) event_->uses.fetch_sub(1, std::memory_order_relaxed);
  }

  const Ref<Event>& event() const noexcept { return event_; }
  Event* operator->() const noexcept { return event_.get(); }
  explicit operator bool() const noexcept { return static_cast<bool>(event_); }

 private:
  Ref<Event> event_;
};

using EventUses = std::vector<EventUse>;

Ref<Event> completed_event();
/// Calls the function once, when the event is complete, perhaps at once: from any thread, so it must be
/// brief.
void notify(const Ref<Event>&, std::function<void()>);

}  // namespace hcrt
#endif
