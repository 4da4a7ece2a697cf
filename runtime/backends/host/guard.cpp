#include "guard.hpp"

#include <atomic>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>

#include "../../core/log.hpp"
#include "../../core/per_thread.hpp"
#include "../../core/variables.hpp"
#include "items.hpp"
#include "sanitizers.hpp"

namespace hcrt::backends::host {
namespace {

constexpr int caught_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// What a thread needs to leave a kernel. The handler has a separate stack: a kernel may have used up the
// thread's.
struct Guard {
  sigjmp_buf leave;
  volatile sig_atomic_t in_kernel = 0;
  volatile sig_atomic_t signal = 0;
  void* volatile address = nullptr;
  bool is_ready = false;
  std::unique_ptr<char[]> stack;
  static constexpr std::size_t stack_bytes = 64 * 1024;

  void prepare() {
    is_ready = true;
    sigset_t caught;  // a fault whose signal is blocked ends the process
    sigemptyset(&caught);
    for (const int number : caught_signals) sigaddset(&caught, number);
    pthread_sigmask(SIG_UNBLOCK, &caught, nullptr);
    stack_t known{};
    if (sigaltstack(nullptr, &known) == 0 && !(known.ss_flags & SS_DISABLE)) return;  // the program's own
    stack = std::make_unique<char[]>(stack_bytes);
    stack_t mine{};
    mine.ss_sp = stack.get();
    mine.ss_size = stack_bytes;
    if (sigaltstack(&mine, nullptr) != 0) stack.reset();
  }
  ~Guard() {
    if (!stack) return;
    stack_t off{};
    off.ss_flags = SS_DISABLE;
    sigaltstack(&off, nullptr);
  }
};

const char* meaning(int signal) {
  switch (signal) {
    case SIGFPE:
      return "an arithmetic error, as a division by zero";
    case SIGILL:
      return "a trap";
    default:
      return "an access to a wild address";
  }
}

// Who had each signal before us, in the order of caught_signals. Handlers read it while others install.
struct Others {
  std::atomic<void*> handler[std::size(caught_signals)] = {};
  std::atomic<int> flags[std::size(caught_signals)] = {};
};
Others others;

std::size_t place_of(int signal) {
  std::size_t n = 0;
  while (caught_signals[n] != signal) ++n;
  return n;
}

void use_standard(int signal) {
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
}

// A fault that is not a kernel's goes to who had the signal before. With nobody there, the instruction runs
// again, or the signal comes again, and meets the system's own handling. So does a signal that their handler
// sends on to whom it replaced, which is us.
void pass_on(int signal, siginfo_t* info, void* context) {
  static thread_local const char* volatile passing = nullptr;  // the frame that calls their handler
  const auto* const frame = static_cast<const char*>(__builtin_frame_address(0));
  const std::size_t n = place_of(signal);
  const int flags = others.flags[n].load();
  void* const known = (flags & SA_RESETHAND) ? others.handler[n].exchange(nullptr) : others.handler[n].load();
  const bool sent = info->si_code <= 0;
  if (!known || known == reinterpret_cast<void*>(SIG_IGN) || (sent && frame < passing)) {
    use_standard(signal);
    if (sent) raise(signal);
    return;
  }
  passing = frame;
  if (flags & SA_SIGINFO)
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(known)(signal, info, context);
  else
    reinterpret_cast<void (*)(int)>(known)(signal);
  passing = nullptr;
}

void handle(int signal, siginfo_t* info, void* context) {
  Guard* const guard = PerThread<Guard>::known();
  const bool sent = info->si_code <= 0;  // by kill() and its like: no instruction is at fault
  if (guard && guard->in_kernel && !sent) {
    guard->signal = signal;
    guard->address = info->si_addr;
    guard->in_kernel = 0;
    siglongjmp(guard->leave, 1);
  }
  pass_on(signal, info, context);
}

// Takes the signals that somebody else has, and notes who. Sanitizers keep theirs: they report the fault.
void take_signals() {
  for (std::size_t n = 0; n < std::size(caught_signals); ++n) {
    struct sigaction known{};
    if (sigaction(caught_signals[n], nullptr, &known) != 0) continue;
    const bool informed = known.sa_flags & SA_SIGINFO;
    if (informed && known.sa_sigaction == handle) continue;
    void* const handler =
        informed ? reinterpret_cast<void*>(known.sa_sigaction) : reinterpret_cast<void*>(known.sa_handler);
    if (has_sanitizer() && handler) continue;
    others.handler[n] = handler;
    others.flags[n] = known.sa_flags;
    struct sigaction mine{};
    mine.sa_sigaction = handle;
    mine.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // not blocked after the jump
    sigaction(caught_signals[n], &mine, nullptr);
  }
}

// Any library may take the signals at any time, as OpenCL drivers do: they are looked after again, but a
// system call for each signal costs as much as a small launch.
bool signals_are_caught() {
  using Clock = std::chrono::steady_clock;
  constexpr auto interval = std::chrono::microseconds(100);
  static const bool wanted = variables::host_signals.is_on(true);
  if (!wanted) return false;
  static std::atomic<Clock::rep> due{std::numeric_limits<Clock::rep>::min()};
  static std::mutex mutex;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (now < due.load(std::memory_order_acquire)) return true;
  const std::lock_guard<std::mutex> lock(mutex);
  take_signals();
  due.store(now + std::chrono::duration_cast<Clock::duration>(interval).count(), std::memory_order_release);
  return true;
}

}  // namespace

std::string run_guarded(hcrt_host_entry code, const void* argument, const hcrt_host_launch* launch,
                        std::uint64_t first, std::uint64_t last, void* scratch, void* dynamic) {
  Guard& guard = PerThread<Guard>::get();
  if (guard.in_kernel || !signals_are_caught()) {
    code(argument, launch, first, last, scratch, dynamic);
    return {};
  }
  if (!guard.is_ready) guard.prepare();
  if (sigsetjmp(guard.leave, 0) == 0) {
    guard.in_kernel = 1;
    try {
      code(argument, launch, first, last, scratch, dynamic);
    } catch (...) {
      guard.in_kernel = 0;
      throw;
    }
    guard.in_kernel = 0;
    return {};
  }
  leave_items();
  const int signal = guard.signal;
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  return has_address ? text("%s (%p)", meaning(signal), guard.address) : meaning(signal);
}

}  // namespace hcrt::backends::host
