#include "event.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "graph_recorder.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "print.hpp"
#include "queue.hpp"
#include "soft_event.hpp"
#include "trace.hpp"

namespace hcrt {

Event::Event(Queue* queue, backends::EventHandle native, const char* label)
    : queue_(queue), native_(std::move(native)), label_(label) {
  if (queue_) retain(queue_);
}

Event::~Event() {
  if (queue_) queue_->forget(this);
  if (exiting_elsewhere() || (queue_ && queue_->device()->lost_by_fork()))
    static_cast<void>(native_.release());
  native_.reset();
  if (queue_) hcrt::release(queue_);
}

void Event::wait() const {
  yield_to_exit();
  if (queue_) queue_->device()->require_not_forked();
  if (native_) {
    try {
      native_->wait();
    } catch (const Error& error) {
      if (!*label_ || std::strstr(error.what(), label_)) throw;
      throw Error(error.code(), text("%s: %s", label_, error.what()));
    }
  }
  // A cause that is of another back end may be reported a moment after this work's own end.
  while (unresolved_.load(std::memory_order_acquire) > 0)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  if (const FailureRef told = inherited()) told->deliver();
}

void Event::wait_unheard() const noexcept {
  const Unheard unheard;
  try {
    wait();
  } catch (const std::exception&) {
  }
}

// Work that is complete came after its causes; the thread that reports them may be a moment late. The limit
// is for a function that this very thread calls on its way.
bool Event::ready() const noexcept {
  if (complete()) return true;
  if (!native_ || !native_->complete()) return false;
  for (int turn = 0; turn < 1000 && unresolved_.load(std::memory_order_acquire) > 0; ++turn)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  return unresolved_.load(std::memory_order_acquire) == 0;
}

FailureRef Event::failure() const noexcept {
  if (FailureRef told = inherited()) return told;
  if (queue_ && queue_->device()->lost_by_fork())
    return make_failure(Errc::device_removed,
                        "the work belongs to the process that this one was forked from");
  return native_ ? native_->failure() : nullptr;
}

FailureRef Event::inherited() const noexcept {
  for (const FailureRef& each : inherited_)
    if (undelivered(each)) return each;
  return inherited_.empty() ? nullptr : inherited_.front();
}

void Event::inherit(const Ref<Event>& cause) {
  unresolved_.fetch_add(1, std::memory_order_relaxed);
  retain(this);
  notify(cause, [self = Ref<Event>(this), cause] { self->resolve(*cause.get()); });
}

// All of them: one that is told leaves the others to be told.
void Event::resolve(const Event& cause) noexcept {
  const FailureRef failure = cause.failure();
  if (failure) {
    const std::lock_guard<std::mutex> lock(lasting<ForkLock<ForkPart::causes>>().mutex);
    const auto add = [this](const FailureRef& one) {
      if (std::find(inherited_.begin(), inherited_.end(), one) == inherited_.end()) inherited_.push_back(one);
    };
    add(failure);
    for (const FailureRef& each : cause.inherited_) add(each);
  }
  unresolved_.fetch_sub(1, std::memory_order_acq_rel);
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
  yield_to_exit();
  help(event);
  event->wait();
  if (event->queue()) flush_prints(event->queue()->device());
}

bool is_ready(const Event* event) {
  yield_to_exit();
  return !event || event->ready();
}

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

}  // namespace hcrt
