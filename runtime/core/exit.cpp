#include "exit.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "print.hpp"
#include "queue.hpp"
#include "statistics.hpp"

namespace hcrt {

static std::atomic<bool> exit_begun{false};

static std::atomic<bool> exit_called{false};
static pthread_t exiting_thread;  // written before exit_called

bool exiting_elsewhere() noexcept {
  return exit_called.load(std::memory_order_acquire) && !pthread_equal(exiting_thread, pthread_self());
}

void yield_to_exit() noexcept {
  while (exiting_elsewhere()) pause();
}

bool exiting() noexcept { return exit_begun.load(std::memory_order_acquire); }

void drain_at_exit() noexcept {
  static const int registered = std::atexit([] {
    exiting_thread = pthread_self();
    exit_called.store(true, std::memory_order_release);
    drain_all_queues();
    flush_all_prints();
    log_statistics();
    exit_begun.store(true, std::memory_order_release);
  });
  static_cast<void>(registered);
}

}  // namespace hcrt
