#include "event.hpp"

#include <algorithm>
#include <condition_variable>

#include "../../core/fork.hpp"
#include "../../core/lasting.hpp"
#include "../../core/must_not_wait.hpp"
#include "pool.hpp"

namespace hcrt::backends::host {
namespace {

// Where threads sleep until a command is complete; shared by commands, which are too many to own one each.
struct Bed {
  std::mutex mutex;
  std::condition_variable wake;
};

struct Beds {
  static constexpr std::size_t count = 16;
  Bed beds[count];

  static Beds& instance() { return lasting<Beds>(); }
  // In a child process nobody sleeps: a condition variable that still counts the parent's threads would wait
  // for them to wake up.
  Beds() {
    static const ForkActions actions{[] {
                                       for (Bed& bed : instance().beds) bed.mutex.lock();
                                     },
                                     [](bool in_child) {
                                       for (Bed& bed : instance().beds) {
                                         if (in_child) new (&bed.wake) std::condition_variable;
                                         bed.mutex.unlock();
                                       }
                                     }};
    around_fork(ForkPart::waiters, &actions);
  }
};

Bed& bed_of(const Command* command) {
  return Beds::instance().beds[reinterpret_cast<std::uintptr_t>(command) / 256 % Beds::count];
}

// A thread takes longer than this to wake up.
constexpr std::uint64_t waking_ticks = 10'000;

}  // namespace

const void* Command::family_tag() noexcept {
  static const char tag = 0;
  return &tag;
}

void Command::release() noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  acquire_for_sanitizer(this);
  delete this;
}

Ticks Command::ticks() noexcept {
  if (!complete()) return {};
  return {begin_.load(std::memory_order_relaxed), end_.load(std::memory_order_relaxed)};
}

void Command::come_after(Command& earlier, bool inherits) {
  FailureRef failure;
  {
    const std::lock_guard<std::mutex> lock(earlier.mutex_);
    if (!earlier.complete()) {
      retain();
      blockers_.fetch_add(1, std::memory_order_relaxed);
      earlier.dependents_.push_back({this, inherits});
      return;
    }
    failure = earlier.failure_;
  }
  if (inherits && undelivered(failure)) fail(failure);
}

void Command::fail(const FailureRef& failure) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!failure_) failure_ = failure;
  phase_.store(Phase::broken, std::memory_order_release);
}

bool Command::cancel() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);  // finish() takes it before it looks at failure_
  Phase waiting = Phase::waiting;
  if (!phase_.compare_exchange_strong(waiting, Phase::broken)) return false;
  failure_ = make_failure(Errc::runtime, "cancelled before it began");
  return true;
}

bool Command::notify(std::function<void()>& action) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!done_.load(std::memory_order_relaxed)) {
      notices_.push_back(std::move(action));
      return true;
    }
  }
  action();
  return true;
}

void Command::submit(std::shared_ptr<Progress> progress) {
  progress->pending.fetch_add(1, std::memory_order_relaxed);
  progress_ = std::move(progress);
  retain();  // until it is done
  Command* complete = nullptr;
  unblock(complete);
  if (complete) finish(complete);
}

// One thing less to wait for. Comes before the others in `complete` where it is ready and has nothing to run.
void Command::unblock(Command*& complete) {
  if (blockers_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (units_ > 0 && phase_.load(std::memory_order_acquire) != Phase::broken) {
    try {
      Pool& pool = Pool::instance();
      divide(std::min<std::uint64_t>(units_, pool.threads()));
      return pool.add(this);
    } catch (const std::bad_alloc&) {  // a thread of the pool may be here, and has nobody to throw it to
      fail(current_failure());
    }
  }
  if (sums_up())
    if (const FailureRef failure = progress_->unseen()) fail(failure);
  begin();
  begin_.store(tick_now(), std::memory_order_relaxed);
  also_complete_ = complete;
  complete = this;
}

// Not where it failed or was cancelled before.
bool Command::begin() noexcept {
  Phase phase = phase_.load(std::memory_order_acquire);
  if (phase == Phase::waiting) phase_.compare_exchange_strong(phase, Phase::begun);
  return phase != Phase::broken;
}

void Command::run_units(std::uint64_t first, std::uint64_t last) noexcept {
  if (!begin()) return;
  try {
    run(first, last);
  } catch (...) {
    fail(current_failure());
  }
}

void Command::divide(std::uint64_t shares) {
  share_count_ = shares;
  shares_ = std::make_unique<Share[]>(shares);
  const std::uint64_t each = units_ / shares, more = units_ % shares;
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < shares; ++i) {
    shares_[i].next.store(begin, std::memory_order_relaxed);
    begin += each + (i < more ? 1 : 0);
    shares_[i].end = begin;
  }
}

// The share that this thread starts with: the one it had last time, or any that nobody has.
std::uint64_t Command::take_share() noexcept {
  static thread_local std::uint64_t last_share = 0;
  for (std::uint64_t i = 0; i < share_count_; ++i) {
    const std::uint64_t share = (last_share + i) % share_count_;
    if (shares_[share].taken.exchange(true, std::memory_order_relaxed)) continue;
    if (share_count_ > 1) last_share = share;
    return share;
  }
  return 0;
}

// Runs half of what is left of a share, or one unit, which shows whether few units take long; false: nothing
// is left.
bool Command::run_part(Share& share, bool is_first) {
  std::uint64_t first = share.next.load(std::memory_order_relaxed);
  std::uint64_t count;
  do {
    if (first >= share.end) return false;
    count = is_first && brief_ ? 1 : (share.end - first + 1) / 2;
  } while (!share.next.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
  const std::uint64_t before = claimed_.fetch_add(count, std::memory_order_relaxed);
  if (before == 0) begin_.store(tick_now(), std::memory_order_relaxed);
  if (before + count == units_) Pool::instance().close();
  run_units(first, first + count);
  release_for_sanitizer(this);
  if (finished_.fetch_add(count, std::memory_order_acq_rel) + count == units_) finish(this);
  return true;
}

void Command::work(Command* until) {
  const std::uint64_t mine = take_share();
  bool is_first = true, recruited = false;
  for (std::uint64_t i = 0; i < share_count_; ++i) {
    Share& share = shares_[(mine + i) % share_count_];
    while (run_part(share, is_first)) {
      is_first = false;
      if ((until && until->complete()) || Pool::instance().paused()) return;
      if (recruited || exhausted() || tick_now() - begin_.load(std::memory_order_relaxed) < waking_ticks)
        continue;
      Pool::instance().recruit(this);
      recruited = true;
    }
  }
}

// Completes the command, and those after it that have nothing to run, one after another.
void Command::finish(Command* command) {
  for (Command* complete = command; complete;) {
    Command* const next = complete;
    complete = next->also_complete_;
    acquire_for_sanitizer(next);
    next->end_.store(tick_now(), std::memory_order_relaxed);
    std::vector<Dependent> dependents;
    std::vector<std::function<void()>> notices;
    FailureRef failure;
    {
      const std::lock_guard<std::mutex> lock(next->mutex_);
      failure = next->failure_;
      if (failure) next->progress_->note(failure);
      next->progress_->pending.fetch_sub(1, std::memory_order_release);
      next->done_.store(true, std::memory_order_seq_cst);
      dependents.swap(next->dependents_);
      notices.swap(next->notices_);
    }
    if (next->sleepers_.load(std::memory_order_seq_cst) > 0) {
      Bed& bed = bed_of(next);
      {
        const std::lock_guard<std::mutex> lock(bed.mutex);
      }
      bed.wake.notify_all();
    }
    for (const Dependent& dependent : dependents) {
      if (failure && dependent.inherits) dependent.command->fail(failure);
      dependent.command->unblock(complete);
      dependent.command->release();
    }
    if (!notices.empty()) {
      const MustNotWait brief;  // this may be the pool's only thread
      for (std::function<void()>& notice : notices) notice();
      notices.clear();
    }
    next->release();
  }
}

void Command::wait() {
  Pool& pool = Pool::instance();
  if (!complete() && !pool.help(this)) {
    Bed& bed = bed_of(this);
    std::unique_lock<std::mutex> lock(bed.mutex);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    bed.wake.wait(lock, [this] { return done_.load(std::memory_order_seq_cst); });
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
    acquire_for_sanitizer(this);
  }
  if (failure_) failure_->deliver();
}

}  // namespace hcrt::backends::host
