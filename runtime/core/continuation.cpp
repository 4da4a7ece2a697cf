// Continuations: then() and the rest of copies, for completion_future.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "graph_recorder.hpp"

namespace hcrt {

// Any thread, at the same time.
class Continuation {
 public:
  ~Continuation() {
    for (std::thread& thread : threads_) {
      // The last future may die in the function that then() was given.
      if (thread.get_id() == std::this_thread::get_id())
        thread.detach();
      else
        thread.join();
    }
  }

  void run_finish() {
    std::call_once(finished_, [this] {
      if (action) action->run();
    });
  }

  void start(Ref<Event> event, std::unique_ptr<Action> then, bool only_first) {
    const std::lock_guard<std::mutex> lock(threads_mutex_);
    if (only_first && !threads_.empty()) return;
    // The thread must not own the continuation: the continuation's end waits for the thread.
    threads_.emplace_back([this, event = std::move(event), then = std::move(then)] {
      try {
        wait(event.get());
      } catch (const Error&) {
        return;  // the error is for those who call wait()
      }
      run_finish();
      then->run();
    });
  }

  std::atomic<long> references{1};
  Ref<Buffer> buffer;
  std::unique_ptr<Action> action;

 private:
  std::once_flag finished_;
  std::mutex threads_mutex_;
  std::vector<std::thread> threads_;
};

void retain(Continuation* c) noexcept { c->references.fetch_add(1, std::memory_order_relaxed); }
void release(Continuation* c) noexcept {
  if (c->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete c;
}

Ref<Continuation> make_continuation() { return Ref<Continuation>(new Continuation); }
void keep(Continuation* c, const Ref<Buffer>& buffer) { c->buffer = buffer; }
void set_finish(Continuation* c, Action* action) { c->action.reset(action); }
void finish(Continuation* c) { c->run_finish(); }
void start_then(Continuation* c, const Ref<Event>& event, Action* action, bool only_first) {
  std::unique_ptr<Action> then(action);
  not_while_recording("then");
  c->start(event, std::move(then), only_first);
}

}  // namespace hcrt
