#include "soft_event.hpp"

#include <thread>

namespace hcrt {

const void* SoftEvent::family_tag() noexcept {
  static const char tag = 0;
  return &tag;
}

void SoftEvent::release() noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void SoftEvent::wait_untold() noexcept {
  std::unique_lock<std::mutex> lock(mutex_);
  wake_.wait(lock, [this] { return phase_ == Phase::done || hurries_; });
  while (phase_ != Phase::done) {
    lock.unlock();
    while (!complete()) std::this_thread::yield();
    lock.lock();
  }
}

void SoftEvent::wait() {
  if (runs_here(this)) throw Error(Errc::runtime, "a function given to then() waits for its own future");
  wait_untold();
  if (failure_) failure_->deliver();
}

backends::Ticks SoftEvent::ticks() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  return phase_ == Phase::done ? ticks_ : backends::Ticks{};
}

bool SoftEvent::notify(std::function<void()>& action) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (phase_ != Phase::done) {
      notices_.push_back(std::move(action));
      return true;
    }
  }
  action();
  return true;
}

void SoftEvent::offer(std::function<void()> function) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (phase_ == Phase::waiting) offered_ = std::move(function);
}

void SoftEvent::run_offered() {
  std::function<void()> function;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    function.swap(offered_);
  }
  if (function) function();
}

bool SoftEvent::begin() noexcept {
  std::function<void()> offered;  // its end is none of the lock's: it may hold this
  const std::lock_guard<std::mutex> lock(mutex_);
  offered.swap(offered_);
  if (phase_ != Phase::waiting) return false;
  phase_ = Phase::running;
  ticks_.begin = tick_now();
  return true;
}

void SoftEvent::hurry() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  hurries_ = true;
  wake_.notify_all();
}

bool SoftEvent::cancel() noexcept {
  if (!begin()) return false;
  return finish(make_failure(Errc::runtime, "cancelled before it began"));
}

bool SoftEvent::finish(const FailureRef& failure, std::size_t value) noexcept {
  std::vector<std::function<void()>> notices;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (phase_ == Phase::done) return false;
    phase_ = Phase::done;
    failure_ = failure;
    value_ = value;
    ticks_.end = tick_now();
    if (!ticks_.begin) ticks_.begin = ticks_.end;
    done_.store(true, std::memory_order_release);
    notices.swap(notices_);
    wake_.notify_all();
  }
  for (std::function<void()>& notice : notices) notice();
  return true;
}

void SoftEvent::abandon(const FailureRef& failure) noexcept {
  new (&mutex_) std::mutex;
  new (&wake_) std::condition_variable;
  finish(failure);
}

std::pair<Ref<Event>, SoftHandle> make_soft_event(const char* label) {
  SoftHandle hand(new SoftEvent);
  hand->retain();
  return {Ref<Event>(new Event(nullptr, backends::EventHandle(hand.get()), label)), std::move(hand)};
}

}  // namespace hcrt
