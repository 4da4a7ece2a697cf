#include "fork.hpp"

#include <pthread.h>
#include <sched.h>

#include <atomic>

#include "lasting.hpp"

namespace hcrt {
namespace {

constexpr int parts = static_cast<int>(ForkPart::count);

std::atomic<unsigned> generation{0};
std::atomic<const ForkActions*> actions[parts];
std::atomic<int> makers{0};   // threads that make what lasts
std::atomic<int> forkers{0};  // threads that fork, and let no other begin to make anything

thread_local const ForkActions* taken[parts];  // those whose before() was called
thread_local int making = 0;                   // how much of it this thread makes, one within the other
thread_local bool forking = false;

void take_parts() {
  for (int part = 0; part < parts; ++part)
    if ((taken[part] = actions[part].load(std::memory_order_acquire))) taken[part]->before();
}

void give_back_parts(bool in_child) {
  for (int part = parts - 1; part >= 0; --part)
    if (taken[part]) taken[part]->after(in_child);
}

bool is_all_taken() {
  for (int part = 0; part < parts; ++part) {
    if (taken[part] != actions[part].load(std::memory_order_acquire)) return false;
    if (taken[part] && taken[part]->is_complete && !taken[part]->is_complete()) return false;
  }
  return true;
}

void let_others_make() {
  forking = false;
  forkers.fetch_sub(1);
}

// What is being made now may need a lock that was just taken: it is given back until all is made.
void before() {
  for (;;) {
    take_parts();
    forkers.fetch_add(1);
    forking = true;
    if (makers.load() == (making ? 1 : 0) && is_all_taken()) return;
    let_others_make();
    give_back_parts(false);
    sched_yield();
  }
}

void after_in_parent() {
  let_others_make();
  give_back_parts(false);
}

void after_in_child() {
  generation.fetch_add(1, std::memory_order_relaxed);
  forking = false;
  forkers.store(0);
  makers.store(making ? 1 : 0);
  give_back_parts(true);
}

__attribute__((constructor)) void watch_forks() {
  pthread_atfork(before, after_in_parent, after_in_child);  // out of memory: it can't be reported
}

}  // namespace

Making::Making() noexcept {
  if (making++) return;
  for (;;) {
    makers.fetch_add(1);
    if (forking || forkers.load() == 0) return;
    makers.fetch_sub(1);
    while (forkers.load() != 0) sched_yield();
  }
}

Making::~Making() {
  if (--making == 0) makers.fetch_sub(1);
}

unsigned fork_generation() noexcept { return generation.load(std::memory_order_relaxed); }

void around_fork(ForkPart part, const ForkActions* what) {
  actions[static_cast<int>(part)].store(what, std::memory_order_release);
}

}  // namespace hcrt
