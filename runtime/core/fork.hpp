// fork(): what a child process may still use of what its parent had.
#ifndef HCRT_CORE_FORK_HPP
#define HCRT_CORE_FORK_HPP

namespace hcrt {

/// How many forks lie between the process that loaded the runtime and this one.
unsigned fork_generation() noexcept;
/// The same; forks are counted from the first call on.
unsigned watch_forks() noexcept;

/// The parts of the runtime that have threads, or drivers that have. Before a fork they come in this order,
/// after it in reverse: work that ends makes functions run.
enum class ForkPart { queues, host_pool, watcher, action_threads };

struct ForkActions {
  void (*before)();
  void (*after)(bool in_child);
};

/// What the part does around each fork from now on. The actions live as long as the process.
void around_fork(ForkPart, const ForkActions*);

}  // namespace hcrt
#endif
