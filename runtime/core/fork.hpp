// fork(): what a child process may still use of what its parent had.
#ifndef HCRT_CORE_FORK_HPP
#define HCRT_CORE_FORK_HPP

#include <mutex>
#include <new>
#include <shared_mutex>

namespace hcrt {

/// How many forks lie between the process that loaded the runtime and this one.
unsigned fork_generation() noexcept;

/// The parts of the runtime that have threads or locks, or drivers that have threads. Before a fork they come
/// in this order, after it in reverse. Work that ends makes functions run; locks are taken in the order in
/// which they are nested, after those of the threads that may need them.
enum class ForkPart {
  lost_functions,  // last of all: what the child lacks has failed, and all that this causes can happen
  lost_events,
  watcher_pass,
  memories,     // another language's: held while work is submitted
  submissions,  // of the queues whose devices a child can use
  host_pool,
  allocations,
  objects,
  registry,
  graphs,
  graph_arguments,
  shown_memory,
  trace,
  profile,
  prints,
  retired,
  devices,
  live_queues,
  labels,
  causes,
  seen_times,
  watcher,
  functions,
  action_threads,
  waiters,
  count
};

struct ForkActions {
  void (*before)();
  void (*after)(bool in_child);
  /// Called with everything taken: has nothing been added that before() did not see? Otherwise all begins
  /// again.
  bool (*is_complete)() = nullptr;
};

/// What the part does around each fork from now on. The actions live as long as the process.
void around_fork(ForkPart, const ForkActions*);

/// In a child: its parent's threads, which it does not have, neither hold the lock nor wait for it.
inline void give_back_after_fork(std::mutex& mutex, bool) { mutex.unlock(); }
inline void give_back_after_fork(std::shared_mutex& mutex, bool in_child) {
  if (in_child) {
    new (&mutex) std::shared_mutex;  // it knows its owner by a number that the child does not have
  } else {
    mutex.unlock();
  }
}

/// Has a lock that all of the process shares taken while the process forks, so that the child finds it free.
/// The lock lives as long as the process; gives it back.
template <ForkPart part, class Mutex>
Mutex& lock_around_forks(Mutex& mutex) {
  static Mutex& kept = mutex;
  static const ForkActions actions{[] { kept.lock(); },
                                   [](bool in_child) { give_back_after_fork(kept, in_child); }};
  around_fork(part, &actions);
  return kept;
}

/// Such a lock of its own.
template <ForkPart part>
struct ForkLock {
  ForkLock() { lock_around_forks<part>(mutex); }

  std::mutex mutex;
};

}  // namespace hcrt
#endif
