#include "profile.hpp"

#include <deque>

#include "fork.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "queue.hpp"
#include "registry.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

struct Noted {
  Ref<Event> event;
  ProfileRecord record;
};

struct Profile {
  Profile() { lock_around_forks<ForkPart::profile>(mutex); }

  std::atomic<bool> kept{false};
  std::mutex mutex;
  std::deque<Noted> noted;
};

Profile& the_profile() { return lasting<Profile>(); }

void note(const Ref<Event>& event, const std::string& name, std::size_t bytes) {
  if (!event->queue()) return;
  Profile& profile = the_profile();
  const std::lock_guard<std::mutex> lock(profile.mutex);
  profile.noted.push_back({event, {name, narrow(event->queue()->device()->info().path), {}, bytes}});
}

}  // namespace

bool profiling() noexcept { return the_profile().kept.load(std::memory_order_relaxed); }

void begin_profile() {
  if (the_profile().kept.exchange(true)) throw Error(Errc::runtime, "a profile is kept already");
  trace::look_again();
}

std::vector<ProfileRecord> end_profile() {
  Profile& profile = the_profile();
  profile.kept.store(false);
  trace::look_again();
  std::deque<Noted> noted;
  {
    const std::lock_guard<std::mutex> lock(profile.mutex);
    noted.swap(profile.noted);
  }
  std::vector<ProfileRecord> records;
  for (Noted& one : noted) {
    one.event->wait_unheard();
    if (one.event->failure()) continue;
    one.record.ticks = one.event->native() ? one.event->native()->ticks() : backends::Ticks();
    records.push_back(std::move(one.record));
  }
  return records;
}

void profile_kernel(const Ref<Event>& event, const Kernel& kernel) {
  note(event, *kernel.info.display_name ? kernel.info.display_name : kernel.info.name, 0);
}

void profile_copy(const Ref<Event>& event, const backends::Copy& copy) {
  const bool to_device = copy.destination_side == backends::Side::device;
  if (!to_device && copy.source_side != backends::Side::device) return;
  note(event, to_device ? "to" : "from", copy.row_bytes * copy.rows * copy.slices);
}

}  // namespace hcrt
