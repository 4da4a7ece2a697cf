#include "seen_times.hpp"

#include <algorithm>
#include <mutex>
#include <new>

#include "../../core/fork.hpp"
#include "../../core/lasting.hpp"
#include "../../core/log.hpp"

namespace hcrt::backends::cuda {
namespace {

constexpr std::size_t most_kept = 4096;  // of older commands the oldest time that is kept will do

// One for all queues, which note each other's commands.
std::mutex& seen_mutex() { return lasting<ForkLock<ForkPart::seen_times>>().mutex; }

}  // namespace

void SeenTimes::come_after(std::uint64_t sequence, const std::shared_ptr<SeenTimes>& other,
                           std::uint64_t earlier) {
  const std::lock_guard<std::mutex> lock(seen_mutex());
  links_.push_back({sequence, other, earlier});
}

void SeenTimes::note(std::uint64_t sequence) noexcept {
  const std::lock_guard<std::mutex> lock(seen_mutex());
  try {
    note(sequence, tick_now());
  } catch (const std::bad_alloc&) {  // a later note will do
  }
}

void SeenTimes::end() noexcept {
  const std::lock_guard<std::mutex> lock(seen_mutex());
  links_.clear();
}

void SeenTimes::note(std::uint64_t sequence, std::uint64_t tick) {
  if (!seen_.empty() && seen_.back().sequence >= sequence) return;
  seen_.push_back({sequence, tick});
  if (seen_.size() > most_kept) seen_.pop_front();
  while (!links_.empty() && links_.front().sequence <= sequence) {
    const Link link = std::move(links_.front());
    links_.pop_front();
    link.other->note(link.earlier, tick);
  }
}

std::uint64_t SeenTimes::of(std::uint64_t sequence) noexcept {
  const std::lock_guard<std::mutex> lock(seen_mutex());
  const auto place =
      std::find_if(seen_.begin(), seen_.end(), [&](const Seen& seen) { return seen.sequence >= sequence; });
  return place == seen_.end() ? tick_now() : place->tick;
}

}  // namespace hcrt::backends::cuda
