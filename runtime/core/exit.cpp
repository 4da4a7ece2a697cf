#include "exit.hpp"

#include <link.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "devices.hpp"
#include "lasting.hpp"
#include "print.hpp"
#include "queue.hpp"
#include "soft_event.hpp"
#include "statistics.hpp"
#include "trace.hpp"
#include "variables.hpp"

namespace hcrt {

// How long functions after events may go on once exit() was called. One may need what the exiting thread
// holds, and would never end.
constexpr auto grace = std::chrono::seconds(5);

static std::atomic<bool> exit_begun{false};

static std::atomic<bool> exit_called{false};
static pthread_t exiting_thread;  // written before exit_called

bool exiting_elsewhere() noexcept {
  return exit_called.load(std::memory_order_acquire) && !pthread_equal(exiting_thread, pthread_self());
}

void yield_to_exit() noexcept {
  if (!exiting_elsewhere()) return;
  give_up_function();
  for (;;) pause();
}

// Functions after events still submit and wait as they like: what others wait for may depend on them.
static void finish_functions() noexcept {
  const auto end = std::chrono::steady_clock::now() + grace;
  do drain_all_queues();
  while (wait_for_function(end));
}

// Is a library of compute-sanitizer in the process?
static bool has_sanitizer() noexcept {
  const auto look = [](dl_phdr_info* object, std::size_t, void*) {
    return object->dlpi_name && std::strstr(object->dlpi_name, "libsanitizer-") ? 1 : 0;
  };
  return dl_iterate_phdr(look, nullptr) != 0;
}

// The drivers free all at the end of a process, and quicker; tools that look for leaks want it done before.
// NVIDIA's are loaded by the driver, which finds them in a variable, or before the program starts.
static bool releases_at_exit() noexcept {
  return variables::release_at_exit.is_on(variables::cuda_injection64_path.given() || has_sanitizer());
}

bool exiting() noexcept { return exit_begun.load(std::memory_order_acquire); }

static void end_at_exit() {
  give_up_function();  // that called exit(): what waits for it goes on
  finish_functions();
  exiting_thread = pthread_self();
  exit_called.store(true, std::memory_order_release);
  drain_all_queues();
  flush_all_prints();
  log_statistics();
  write_trace();
  exit_begun.store(true, std::memory_order_release);
  if (releases_at_exit())
    for (Device* const device : opened_devices())
      if (!device->lost_by_fork()) device->implementation().release_all();
}

void end_forked_process(int status) noexcept {
  bool has_lost = false;
  for (const Device* const device : opened_devices()) has_lost = has_lost || device->lost_by_fork();
  if (!has_lost) return;
  for (std::ostream* const stream : {&std::cout, &std::cerr, &std::clog}) stream->flush();
  for (std::wostream* const stream : {&std::wcout, &std::wcerr, &std::wclog}) stream->flush();
  std::fflush(nullptr);
  _exit(status);
}

static std::atomic<bool> has_status{false};
static int exit_status;  // written before has_status

static void keep_status(int status, void*) {
  exit_status = status;
  has_status.store(true, std::memory_order_release);
}

// Libraries end in the order in which they were loaded: drivers after this one.
__attribute__((destructor)) static void end_before_drivers() {
  if (has_status.load(std::memory_order_acquire)) end_forked_process(exit_status);
}

void drain_at_exit() noexcept {
  lasting([] {
    on_exit(keep_status, nullptr);
    return std::atexit(end_at_exit);
  });
}

}  // namespace hcrt
