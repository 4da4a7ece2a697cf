#include "exit.hpp"

#include <atomic>
#include <cstdlib>

#include "print.hpp"
#include "queue.hpp"
#include "statistics.hpp"

namespace hcrt {

static std::atomic<bool> exit_begun{false};

bool exiting() noexcept { return exit_begun.load(std::memory_order_acquire); }

void drain_at_exit() noexcept {
  static const int registered = std::atexit([] {
    drain_all_queues();
    flush_all_prints();
    log_statistics();
    exit_begun.store(true, std::memory_order_release);
  });
  static_cast<void>(registered);
}

}  // namespace hcrt
