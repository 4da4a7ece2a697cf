// Continuations: then() and the rest of copies, for completion_future.
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "soft_event.hpp"

namespace hcrt {

// Any thread, at the same time.
class Continuation {
 public:
  ~Continuation() {
    for (const EventUse& then : thens_) {
      auto* const native = static_cast<SoftEvent*>(then->native());
      // The last future may die in the function that then() was given.
      if (!runs_here(native)) native->wait_untold();
    }
  }

  void run_finish() {
    std::call_once(finished_, [this] {
      if (action) action->run();
    });
  }

  Ref<Event> start(const Ref<Event>& event, std::unique_ptr<Action> then, bool only_first) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (only_first && !thens_.empty()) return thens_.front().event();
    // Those that are done need not be waited for.
    while (!only_first && !thens_.empty() && thens_.front()->complete()) thens_.erase(thens_.begin());
    thens_.emplace_back(run_behind(event, new Behind(*this, std::move(then))));
    return thens_.back().event();
  }

  std::atomic<long> references{1};
  Ref<Continuation> earlier;
  Ref<Buffer> buffer;
  std::unique_ptr<Action> action;

 private:
  // It must not own the continuation: the continuation's end waits for it.
  class Behind final : public Action {
   public:
    Behind(Continuation& continuation, std::unique_ptr<Action> then)
        : continuation_(continuation), then_(std::move(then)) {}
    void run() override {
      continuation_.run_finish();
      then_->run();
    }

   private:
    Continuation& continuation_;
    std::unique_ptr<Action> then_;
  };

  std::once_flag finished_;
  std::mutex mutex_;
  EventUses thens_;  // no user: a failure is reported where only these know of it
};

void retain(Continuation* c) noexcept { c->references.fetch_add(1, std::memory_order_relaxed); }
void release(Continuation* c) noexcept {
  if (c->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete c;
}

Ref<Continuation> make_continuation(const Ref<Continuation>& earlier) {
  Ref<Continuation> made(new Continuation);
  made->earlier = earlier;
  return made;
}
void keep(Continuation* c, const Ref<Buffer>& buffer) { c->buffer = buffer; }
void set_finish(Continuation* c, Action* action) { c->action.reset(action); }
void finish(Continuation* c) { c->run_finish(); }
Ref<Event> start_then(Continuation* c, const Ref<Event>& event, Action* action, bool only_first) {
  return c->start(event, std::unique_ptr<Action>(action), only_first);
}

}  // namespace hcrt
