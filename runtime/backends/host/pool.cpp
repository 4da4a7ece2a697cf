#include "pool.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <new>
#include <thread>

#include "../../core/fork.hpp"
#include "../../core/lasting.hpp"
#include "../../core/log.hpp"
#include "../../core/variables.hpp"

namespace hcrt::backends::host {
namespace {

// Long enough to bridge the gap between two launches, short enough not to be seen in a processor's load.
constexpr auto spin_time = std::chrono::microseconds(100);
// What a thread that launches needs until it waits, and then takes the command itself.
constexpr auto patience = std::chrono::microseconds(1);
// A program that doesn't wait, or is slower to, is waited for four times, and then at every 64th launch.
constexpr std::uint32_t most_in_vain = 4, asked_again = 64;

// Longer than a thread keeps the pool's lock.
constexpr auto lock_spin_time = std::chrono::microseconds(5);

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

// Spins until the condition holds or the time is over.
template <class Condition>
bool spin_for(Condition condition, std::chrono::nanoseconds time = spin_time) {
  const auto end = std::chrono::steady_clock::now() + time;
  for (;;) {
    for (int i = 0; i < 64; ++i) {
      if (condition()) return true;
      relax();
    }
    if (std::chrono::steady_clock::now() >= end) return condition();
  }
}

// Those that the process may use, which std::thread::hardware_concurrency() does not ask.
std::uint32_t usable_processors() {
  constexpr std::size_t word_bits = 8 * sizeof(unsigned long), most = std::size_t{1} << 20;
  for (std::size_t bits = CPU_SETSIZE; bits <= most; bits *= 2) {  // more than the kernel knows
    std::vector<unsigned long> words(bits / word_bits);
    auto* const set = reinterpret_cast<cpu_set_t*>(words.data());
    if (sched_getaffinity(0, bits / 8, set) == 0)
      return static_cast<std::uint32_t>(std::max(1, CPU_COUNT_S(bits / 8, set)));
    if (errno != EINVAL) break;
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

ThreadCount configured_threads() {
  const std::uint32_t available = usable_processors();
  const char* text_value = variables::host_threads.given();
  if (!text_value) return {available, ""};
  char* end = nullptr;
  const long value = std::strtol(text_value, &end, 10);
  if (*end == '\0' && value == 0) return {available, ""};
  if (*end == '\0' && value >= 1 && value <= 4096) return {static_cast<std::uint32_t>(value), ""};
  return {available, text("HCPY_HOST_THREADS=%s is not a number from 0 to 4096", text_value)};
}

Pool& Pool::instance() {
  return lasting([] { return Pool(); });
}

Pool::Pool() : threads_(configured_threads().count) {
  static const ForkActions actions{[] { instance().pause_for_fork(); },
                                   [](bool in_child) { instance().resume(in_child); }};
  around_fork(ForkPart::host_pool, &actions);
}

// A kernel that forks is itself at work.
static thread_local std::uint32_t working_here = 0;

// Only between parts of commands is what they did so far known to the child, which has none of the threads.
void Pool::pause_for_fork() {
  std::unique_lock<std::mutex> lock(mutex_);
  paused_.store(true, std::memory_order_relaxed);
  quiet_.wait(lock, [this] { return working_ == working_here; });
  lock.release();
}

void Pool::resume(bool in_child) {
  paused_.store(false, std::memory_order_relaxed);
  if (in_child) {
    new (&wake_) std::condition_variable;  // the parent's threads sleep on these
    new (&quiet_) std::condition_variable;
    sleeping_ = spinning_ = 0;
    started_ = false;
    if (!ready_.empty()) start();
  }
  wake_.notify_all();
  mutex_.unlock();
}

// As many threads as the system gives; they, and those who wait, do the work of the others too. Gives why
// there are fewer than configured. The caller holds the lock.
std::string Pool::start() {
  std::uint32_t count = 0;
  std::string fault;
  try {
    for (; count < threads_; ++count) std::thread([this] { run_thread(); }).detach();
  } catch (const std::exception& error) {
    fault = error.what();
    HCRT_LOG("host: thread %u of %u can't be started: %s", count + 1, threads_, error.what());
  }
  HCRT_LOG("host: %u threads", count);
  started_.store(count > 0, std::memory_order_release);
  return fault;
}

void Pool::start_or_throw() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (started_) return;
  const std::string fault = start();
  if (!started_)
    throw Error(Errc::runtime, text("the host accelerator can't start a thread: %s; raise the limit of "
                                    "processes (ulimit -u) or of memory (ulimit -v)",
                                    fault.c_str()));
}

// Threads that share a command are done with it at the same time, and keep the lock for less time than a
// sleep and its end take: some 20 us where the processors are virtual.
std::unique_lock<std::mutex> Pool::lock() {
  std::unique_lock<std::mutex> held(mutex_, std::try_to_lock);
  if (!held) spin_for([&] { return held.try_lock(); }, lock_spin_time);
  if (!held) held.lock();
  return held;
}

std::uint32_t Pool::useful_threads(const Command* command) const {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(command->units(), threads_));
}

bool Pool::joinable(const Command* command) const {
  return !command->exhausted() && command->workers < useful_threads(command);
}

bool Pool::anything_joinable() const {
  return std::any_of(ready_.begin(), ready_.end(),
                     [this](const Command* command) { return joinable(command); });
}

// A command to work on, joined and retained, or null.
Command* Pool::take_locked(Command* preferred) {
  if (paused()) return nullptr;
  const auto exhausted = [](Command* command) {
    if (!command->exhausted()) return false;
    command->release();
    return true;
  };
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), exhausted), ready_.end());
  Command* found = nullptr;
  for (Command* command : ready_) {
    if (!joinable(command)) continue;
    if (!found || command == preferred) found = command;
    if (!preferred || command == preferred) break;
  }
  if (!found) return nullptr;
  ++found->workers;
  ++working_;
  ++working_here;
  found->retain();
  // The thread that add() counted on for another command may be this one.
  const auto other = [&](const Command* command) { return command != found && joinable(command); };
  if (sleeping_ > 0 && spinning_ == 0 && std::any_of(ready_.begin(), ready_.end(), other)) wake_.notify_one();
  return found;
}

Command* Pool::take(Command* preferred) {
  const auto held = lock();
  return take_locked(preferred);
}

void Pool::leave(Command* command) {
  {
    const auto held = lock();
    --command->workers;
    --working_;
    --working_here;
    if (paused()) quiet_.notify_all();
    if (joinable(command)) wake_.notify_one();  // left early: somebody else must go on
  }
  command->release();
}

void Pool::add(Command* command) {
  const auto held = lock();
  ready_.push_back(command);  // where it finds no memory, nothing has changed
  command->retain();
  if (!started_) start();  // in a process that was forked
  news_.open.fetch_add(1, std::memory_order_relaxed);
  news_.brief.store(command->is_brief() && working_here == 0, std::memory_order_relaxed);
  news_.added.fetch_add(1, std::memory_order_release);
  // One thread fewer than could work: a thread that waits for the command joins them. Where nobody waits, or
  // little work takes long, they recruit more themselves.
  const std::uint32_t wanted = command->is_brief() ? 1 : std::max(1u, useful_threads(command) - 1);
  if (wanted > spinning_) wake(wanted - spinning_);
}

void Pool::recruit(const Command* command) {
  const auto held = lock();
  const std::uint32_t useful = useful_threads(command), there = command->workers + spinning_;
  if (joinable(command) && useful > there) wake(useful - there);
}

// Up to so many of those who sleep. The caller holds the lock.
void Pool::wake(std::uint32_t count) {
  if (count >= sleeping_) {
    if (sleeping_ > 0) wake_.notify_all();
  } else {
    for (; count > 0; --count) wake_.notify_one();
  }
}

void Pool::close() noexcept { news_.open.fetch_sub(1, std::memory_order_relaxed); }

// Little work takes longer to move to another processor than to run where it was launched: the launching
// thread may wait for it, and gets a moment to do so. The moment is not spent on looking, which would slow it
// down. `seen` becomes the number of commands that this is true for.
bool Pool::left_to_waiter(std::uint64_t& seen) const {
  // Moments in a row in which nobody came, and those that were not given since.
  static thread_local std::uint32_t in_vain = 0;
  while (news_.brief.load(std::memory_order_relaxed)) {
    if (in_vain >= most_in_vain && ++in_vain % asked_again != 0) return false;
    seen = news_.added.load(std::memory_order_acquire);
    spin_for([] { return false; }, patience);
    const std::uint32_t open = news_.open.load(std::memory_order_relaxed);
    if (open == 0) {
      in_vain = 0;
      return true;
    }
    if (open > 1) return false;
    if (news_.added.load(std::memory_order_acquire) == seen) {
      ++in_vain;
      return false;
    }
  }
  return false;
}

Pool::Seen Pool::spin(std::uint64_t seen) const {
  const std::uint64_t end = tick_now() + std::chrono::nanoseconds(spin_time).count();
  Seen result = Seen::nothing;
  while (spin_for([&] { return news_.added.load(std::memory_order_acquire) != seen; })) {
    if (!left_to_waiter(seen)) return Seen::work;
    result = Seen::work_of_others;
    if (tick_now() > end) break;
  }
  return result;
}

void Pool::run_thread() {
  Seen last = Seen::nothing;  // where there was work, more may follow soon
  bool spinning = false;      // is it counted in spinning_?
  for (;;) {
    std::uint64_t seen;
    Command* command;
    {
      auto held = lock();
      if (spinning) --spinning_;
      spinning = false;
      seen = news_.added.load(std::memory_order_relaxed);
      command = take_locked(nullptr);
      // The thread that launches is one more: all but one of the others spin, and a single one where it does
      // the work itself.
      const std::uint32_t most =
          last == Seen::work ? std::max(1u, threads_ - 1) : last == Seen::work_of_others;
      if (!command && spinning_ >= most) {
        ++sleeping_;
        wake_.wait(held, [this] { return !paused() && anything_joinable(); });
        --sleeping_;
        last = Seen::work;
        continue;
      }
      spinning = !command;
      if (spinning) ++spinning_;
    }
    if (command) {
      command->work(nullptr);
      leave(command);
      if (news_.open.load(std::memory_order_relaxed) == 1) left_to_waiter(seen);
      last = Seen::work;
      continue;
    }
    last = spin(seen);
  }
}

bool Pool::help(Command* until) {
  for (;;) {
    const std::uint64_t seen = news_.added.load(std::memory_order_acquire);
    while (Command* command = take(until)) {
      command->work(until);
      leave(command);
      if (until->complete()) return true;
    }
    const bool more =
        spin_for([&] { return until->complete() || news_.added.load(std::memory_order_acquire) != seen; });
    if (until->complete()) return true;
    if (!more) return false;
  }
}

}  // namespace hcrt::backends::host
