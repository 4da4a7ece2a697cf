#include "fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <new>

#include "sanitizers.hpp"

// void hcrt_switch_stack(void** saved, void* next): keeps the registers that a call keeps and the stack
// pointer, and goes on where `next` was saved. swapcontext() would make a system call and a sanitizer warn.
#if defined(__x86_64__)
asm(R"(
  .pushsection .text
  .hidden hcrt_switch_stack
  .globl hcrt_switch_stack
  .type hcrt_switch_stack, @function
hcrt_switch_stack:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
  .size hcrt_switch_stack, . - hcrt_switch_stack
  .popsection
)");
extern "C" void hcrt_switch_stack(void** saved, void* next);
#else
// Host kernels exist for x86-64 only: nothing comes here.
static void hcrt_switch_stack(void**, void*) {}
#endif

namespace hcrt::backends::host {
namespace {

constexpr std::size_t saved_registers = 6;
constexpr unsigned without_order = 1;  // __tsan_switch_to_fiber_no_sync

thread_local Fiber* running = nullptr;

}  // namespace

Fiber::Fiber(std::size_t stack_bytes) : stack_bytes_(stack_bytes) {
  void* const memory =
      mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  stack_ = static_cast<char*>(memory);
  // A page that ends the kernel where a kernel needs more; without it where the system has no more maps.
  static_cast<void>(mprotect(stack_, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), PROT_NONE));
  if (has_thread_sanitizer()) own_identity_ = __tsan_create_fiber(0);
}

Fiber::~Fiber() {
  if (own_identity_) __tsan_destroy_fiber(own_identity_);
  munmap(stack_, stack_bytes_);
}

void Fiber::start(Work work, void* argument) {
  work_ = work;
  argument_ = argument;
  ended_ = false;
  own_fake_stack_ = nullptr;
  // What hcrt_switch_stack pops: the registers, and begin() as the place to return to. Debuggers end their
  // backtraces at a return address of 0.
  auto** top = reinterpret_cast<void**>(stack_ + stack_bytes_);
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(&Fiber::begin);
  for (std::size_t i = 0; i < saved_registers; ++i) *--top = nullptr;
  place_ = top;
}

void Fiber::resume() {
  running = this;
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(&caller_fake_stack_, stack_, stack_bytes_);
  if (own_identity_) {
    caller_identity_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(own_identity_, without_order);
  }
  hcrt_switch_stack(&caller_, place_);
  if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(caller_fake_stack_, nullptr, nullptr);
  running = nullptr;
}

void Fiber::switch_back(bool for_good) {
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(for_good ? nullptr : &own_fake_stack_, caller_bottom_, caller_bytes_);
  if (own_identity_) __tsan_switch_to_fiber(caller_identity_, without_order);
  hcrt_switch_stack(&place_, caller_);
}

void Fiber::pause() {
  switch_back(false);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(own_fake_stack_, &caller_bottom_, &caller_bytes_);
}

void Fiber::leave() {
  if (__asan_handle_no_return) __asan_handle_no_return();  // nobody returns from the frames on this stack
  ended_ = true;
  switch_back(true);
  __builtin_unreachable();
}

void Fiber::begin() {
  Fiber* const self = running;
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(nullptr, &self->caller_bottom_, &self->caller_bytes_);
  self->work_(self->argument_);
  self->ended_ = true;
  self->switch_back(true);
}

Fiber* Fiber::current() noexcept { return running; }

void Fiber::forget_current() noexcept {
  if (!running) return;
  if (running->own_identity_) __tsan_switch_to_fiber(running->caller_identity_, without_order);
  running->ended_ = true;
  running = nullptr;
}

}  // namespace hcrt::backends::host
