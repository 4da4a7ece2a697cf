#include "fork.hpp"

#include <pthread.h>

#include <atomic>

namespace hcrt {
namespace {

constexpr int parts = static_cast<int>(ForkPart::count);

std::atomic<unsigned> generation{0};
std::atomic<const ForkActions*> actions[parts];
const ForkActions* taken[parts];  // those whose before() was called; only one thread forks at a time

void before() {
  for (int part = 0; part < parts; ++part)
    if ((taken[part] = actions[part].load(std::memory_order_acquire))) taken[part]->before();
}

void after(bool in_child) {
  if (in_child) generation.fetch_add(1, std::memory_order_relaxed);
  for (int part = parts - 1; part >= 0; --part)
    if (taken[part]) taken[part]->after(in_child);
}

}  // namespace

unsigned watch_forks() noexcept {
  static const int watched = pthread_atfork(before, [] { after(false); }, [] { after(true); });
  static_cast<void>(watched);  // out of memory: it can't be reported
  return fork_generation();
}

unsigned fork_generation() noexcept { return generation.load(std::memory_order_relaxed); }

void around_fork(ForkPart part, const ForkActions* what) {
  actions[static_cast<int>(part)].store(what, std::memory_order_release);
  watch_forks();
}

}  // namespace hcrt
