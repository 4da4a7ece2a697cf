// A part of Microsoft's <agents.h>: agents, and the message blocks that programs put between them.
#ifndef HCPY_MS_COMPAT_AGENTS_H
#define HCPY_MS_COMPAT_AGENTS_H

#include "concrt.h"
#include "detail/agent_blocks.hpp"

namespace Concurrency {

enum agent_status { agent_created, agent_runnable, agent_started, agent_done, agent_canceled };

/// Work with a state, on a thread of its own: a class derives from it, overrides run() and ends that by
/// done().
class agent {
 public:
  agent() = default;
  agent(const agent&) = delete;
  agent& operator=(const agent&) = delete;
  virtual ~agent() {
    if (thread_.joinable()) thread_.join();
  }

  bool start() {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    if (shared_->status != agent_created) return false;
    shared_->status = agent_runnable;
    thread_ = std::thread([this] {
      if (advance(agent_runnable, agent_started)) run();
    });
    return true;
  }
  /// Before it runs.
  bool cancel() { return advance(agent_created, agent_canceled) || advance(agent_runnable, agent_canceled); }
  agent_status status() const {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    return shared_->status;
  }

  static agent_status wait(agent* one, unsigned timeout = COOPERATIVE_TIMEOUT_INFINITE) {
    std::unique_lock<std::mutex> lock(one->shared_->mutex);
    const auto is_over = [one] { return one->shared_->status >= agent_done; };
    if (!details::wait_until(one->shared_->changed, lock, timeout, is_over))
      throw operation_timed_out("agent::wait");
    return one->shared_->status;
  }
  static void wait_for_all(std::size_t count, agent** agents, agent_status* status = nullptr,
                           unsigned timeout = COOPERATIVE_TIMEOUT_INFINITE) {
    for (std::size_t i = 0; i < count; ++i) {
      const agent_status ended = wait(agents[i], timeout);
      if (status) status[i] = ended;
    }
  }

 protected:
  virtual void run() = 0;
  /// The agent has ended.
  bool done() { return advance(agent_started, agent_done) || advance(agent_runnable, agent_done); }

 private:
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    agent_status status = agent_created;
  };

  bool advance(agent_status from, agent_status to) {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    if (shared_->status != from) return false;
    shared_->status = to;
    shared_->changed.notify_all();
    return true;
  }

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::thread thread_;
};

}  // namespace Concurrency

namespace concurrency = Concurrency;

#endif
