#include "guard.hpp"

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "../../core/log.hpp"
#include "../../core/per_thread.hpp"
#include "items.hpp"

namespace hcrt::backends::host {
namespace {

constexpr int caught_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// What a thread needs to leave a kernel. The handler has a stack of its own: a kernel may have used up the
// thread's.
struct Guard {
  sigjmp_buf leave;
  volatile sig_atomic_t in_kernel = 0;
  volatile sig_atomic_t signal = 0;
  void* volatile address = nullptr;
  bool has_stack = false;
  std::unique_ptr<char[]> stack;
  static constexpr std::size_t stack_bytes = 64 * 1024;

  void provide_stack() {
    has_stack = true;
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

void handle(int signal, siginfo_t* info, void*) {
  Guard* const guard = PerThread<Guard>::known();
  const bool sent = info->si_code <= 0;  // by kill() and its like: no instruction is at fault
  if (guard && guard->in_kernel && !sent) {
    guard->signal = signal;
    guard->address = info->si_addr;
    guard->in_kernel = 0;
    siglongjmp(guard->leave, 1);
  }
  // Not ours: the instruction runs again, or the signal comes again, and meets the system's own handling.
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (sent) raise(signal);
}

bool install() {
  const char* const chosen = std::getenv("HCPY_HOST_SIGNALS");
  if (chosen && std::strcmp(chosen, "0") == 0) return false;
  bool any = false;
  for (const int signal : caught_signals) {
    struct sigaction known{};
    if (sigaction(signal, nullptr, &known) != 0 || (known.sa_flags & SA_SIGINFO) ||
        known.sa_handler != SIG_DFL)
      continue;
    struct sigaction mine{};
    mine.sa_sigaction = handle;
    mine.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // not blocked behind the jump
    any |= sigaction(signal, &mine, nullptr) == 0;
  }
  return any;
}

}  // namespace

std::string run_guarded(hcrt_host_entry code, const void* argument, const hcrt_host_launch* launch,
                        std::uint64_t first, std::uint64_t last, void* scratch, void* dynamic) {
  static const bool catches = install();
  Guard& guard = PerThread<Guard>::get();
  if (!catches || guard.in_kernel) {
    code(argument, launch, first, last, scratch, dynamic);
    return {};
  }
  if (!guard.has_stack) guard.provide_stack();
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
