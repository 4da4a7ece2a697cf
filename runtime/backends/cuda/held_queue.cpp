#include "held_queue.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <thread>

#include "../../core/soft_event.hpp"
#include "event.hpp"

namespace hcrt::backends::cuda {
namespace {

// The event of a command that was held: the stream's own once the stream has the command. Any thread.
class HeldEvent final : public backends::Event {
 public:
  const void* family() const noexcept override { return family_tag(); }
  bool complete() noexcept override {
    if (!bound_.load(std::memory_order_acquire)) return false;
    return !native_ || native_->complete();
  }
  void wait() override {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [this] { return bound_.load(); });
    }
    if (failure_) failure_->deliver();
    if (native_) native_->wait();
  }
  FailureRef failure() noexcept override {
    if (!bound_.load(std::memory_order_acquire)) return nullptr;
    return failure_ ? failure_ : native_ ? native_->failure() : nullptr;
  }
  Ticks ticks() noexcept override { return complete() && native_ ? native_->ticks() : Ticks{}; }
  bool may_fail() noexcept override {
    return !bound_.load(std::memory_order_acquire) || undelivered(failure_);
  }
  void release() noexcept override {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

  void bind(EventHandle native, const FailureRef& failure) {
    const std::lock_guard<std::mutex> lock(mutex_);
    native_ = std::move(native);
    failure_ = failure;
    bound_.store(true, std::memory_order_release);
    wake_.notify_all();
  }
  /// Has the stream the command? Its own event then; null where it was refused.
  bool bound() const noexcept { return bound_.load(std::memory_order_acquire); }
  backends::Event* native() const noexcept { return native_.get(); }

  static const void* family_tag() noexcept {
    static const char tag = 0;
    return &tag;
  }

 private:
  ~HeldEvent() = default;

  std::atomic<int> references_{1};
  std::atomic<bool> bound_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  EventHandle native_;  // this and failure_: before bound_
  FailureRef failure_;
};

struct ReleaseHeld {
  void operator()(HeldEvent* event) const noexcept { event->release(); }
};
using HeldHandle = std::unique_ptr<HeldEvent, ReleaseHeld>;

// Waits without occupying the driver, which other threads may need for what this waits for.
void poll_until_complete(backends::Event& event) {
  auto pause = std::chrono::microseconds(2);
  while (!event.complete()) {
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(100));
  }
}

}  // namespace

// Any thread, at the same time. Outlives its queue while a thread works for it.
class HeldCommands : public std::enable_shared_from_this<HeldCommands> {
 public:
  using Command = HeldQueue::Command;
  HeldCommands(Device& device, const QueueOptions& options) : native(device, options) {}

  /// direct(stream) gives the stream the command; later() makes one of it that can be kept.
  template <class Direct, class Later>
  EventHandle submit(const Direct& direct, const Later& later) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (items_.empty()) return direct(native);
    return hold_back({later(), nullptr, false, nullptr});
  }
  /// A command that holds all that it needs.
  template <class Whole>
  EventHandle submit(const Whole& command) {
    return submit(command, [&] { return command; });
  }
  EventHandle copy(const Copy& copy) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool alone = items_.empty();
    const CopyWay way = alone                         ? native.way_of(copy)
                        : native.needs_pageable(copy) ? CopyWay::aside
                                                      : CopyWay::enqueued;
    if (alone && way != CopyWay::aside) return native.copy(copy, way);
    const auto command = [copy, way](cuda::Queue& queue) { return queue.copy(copy, way); };
    EventHandle event = hold_back({command, nullptr, way == CopyWay::aside, nullptr});
    if (alone) advance();
    return event;
  }
  bool depend(backends::Event& event) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (event.family() == cuda::Event::family_tag() && items_.empty()) return native.depend(event);
    if (event.family() != HeldEvent::family_tag()) return false;
    auto& held = static_cast<HeldEvent&>(event);
    if (!held.bound() || !items_.empty()) return false;
    return !held.native() || native.depend(*held.native());
  }
  std::shared_ptr<bool> add_gate() {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto opened = std::make_shared<bool>(false);
    items_.push_back({nullptr, nullptr, false, opened});
    return opened;
  }
  void open(bool& opened) {
    const std::lock_guard<std::mutex> lock(mutex_);
    opened = true;
    advance();
  }
  void checkpoint() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (items_.empty()) native.checkpoint();
  }
  void wait_until_empty() {
    std::unique_lock<std::mutex> lock(mutex_);
    empty_.wait(lock, [this] { return items_.empty(); });
  }
  std::size_t size() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return items_.size();
  }

  Queue native;  // the lock is held by who submits to it

 private:
  struct Item {
    Command command;  // none: a gate
    HeldHandle event;
    bool aside;  // made by a separate thread, after all that the stream has
    std::shared_ptr<bool> opened;
  };

  EventHandle hold_back(Item item) {
    item.event.reset(new HeldEvent);
    item.event->retain();
    EventHandle event(item.event.get());
    items_.push_back(std::move(item));
    return event;
  }

  Item& first() {  // later items may be added meanwhile, which moves none
    const std::lock_guard<std::mutex> lock(mutex_);
    return items_.front();
  }

  // Gives the stream what is not held any more.
  void advance() {
    while (!items_.empty() && !busy_) {
      Item& item = items_.front();
      if (item.opened && !*item.opened) return;
      if (item.aside) return start_aside();
      if (item.command) run(item);
      items_.pop_front();
    }
    if (items_.empty()) empty_.notify_all();
  }

  void run(Item& item) {
    EventHandle event;
    FailureRef failure;
    try {
      event = item.command(native);
      native.checkpoint();  // who waits for it does not want to wait for what follows
    } catch (const std::exception&) {
      failure = current_failure();
    }
    item.event->bind(std::move(event), failure);
  }

  void start_aside() {
    busy_ = true;
    EventHandle before;
    try {
      before = native.marker();
      native.checkpoint();
    } catch (const Error&) {  // the command itself will report it
    }
    run_later(action_of([held = shared_from_this(), before = std::move(before)]() mutable {
      if (before) poll_until_complete(*before);
      before.reset();
      held->finish_aside();
    }));
  }

  // The stream is idle and nobody else gives it anything, so the driver waits for this command alone.
  void finish_aside() {
    Item& item = first();  // stays: only advance() removes it, and that does nothing now
    run(item);
    const std::lock_guard<std::mutex> lock(mutex_);
    busy_ = false;
    items_.pop_front();
    advance();
  }

  std::mutex mutex_;
  std::condition_variable empty_;
  std::deque<Item> items_;
  bool busy_ = false;  // the first item is being done by a thread
};

namespace {

class HeldGate final : public Gate {
 public:
  HeldGate(std::shared_ptr<HeldCommands> held, std::shared_ptr<bool> opened)
      : held_(std::move(held)), opened_(std::move(opened)) {}
  void open(const FailureRef&) noexcept override { held_->open(*opened_); }  // the core knows of the failure

 private:
  const std::shared_ptr<HeldCommands> held_;
  const std::shared_ptr<bool> opened_;
};

}  // namespace

HeldQueue::HeldQueue(Device& device, const QueueOptions& options)
    : held_(std::make_shared<HeldCommands>(device, options)) {}

HeldQueue::~HeldQueue() = default;

EventHandle HeldQueue::launch(const Launch& launch) {
  // Held commands have the arguments and the shape for themselves.
  const auto later = [&] {
    const auto* const bytes = static_cast<const unsigned char*>(launch.argument);
    auto argument =
        std::make_shared<std::vector<unsigned char>>(bytes, bytes + launch.function->entry.parameter_bytes);
    return [argument, shape = *launch.shape, launch](cuda::Queue& native) {
      Launch own = launch;
      own.argument = argument->data();
      own.shape = &shape;
      return native.launch(own);
    };
  };
  return held_->submit([&](cuda::Queue& native) { return native.launch(launch); }, later);
}

EventHandle HeldQueue::copy(const Copy& copy) { return held_->copy(copy); }

EventHandle HeldQueue::fill_zero(void* address, std::size_t bytes) {
  return held_->submit([=](cuda::Queue& native) { return native.fill_zero(address, bytes); });
}

EventHandle HeldQueue::marker() {
  return held_->submit([](cuda::Queue& native) { return native.marker(); });
}

EventHandle HeldQueue::submit(const Command& direct, const std::function<Command()>& later) {
  return held_->submit(direct, later);
}

bool HeldQueue::depend(backends::Event& event) { return held_->depend(event); }

std::unique_ptr<Gate> HeldQueue::hold() { return std::make_unique<HeldGate>(held_, held_->add_gate()); }

void HeldQueue::checkpoint() { held_->checkpoint(); }

void HeldQueue::wait() {
  held_->wait_until_empty();
  held_->native.wait();
}

std::size_t HeldQueue::pending() noexcept { return held_->size() + held_->native.pending(); }

}  // namespace hcrt::backends::cuda
