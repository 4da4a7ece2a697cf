#include "shown_memory.hpp"

#include <map>
#include <mutex>

#include "fork.hpp"
#include "lasting.hpp"

namespace hcrt {
namespace {

struct Shown {
  struct Block {
    std::size_t bytes;
    Space space;
  };
  Shown() { lock_around_forks<ForkPart::shown_memory>(mutex); }

  std::mutex mutex;
  std::map<const char*, Block> by_address;
};

Shown& shown() { return lasting<Shown>(); }

}  // namespace

void show(const void* address, std::size_t bytes, Space space) {
  const std::lock_guard<std::mutex> lock(shown().mutex);
  shown().by_address[static_cast<const char*>(address)] = {bytes, space};
}

void hide(const void* address) noexcept {
  const std::lock_guard<std::mutex> lock(shown().mutex);
  shown().by_address.erase(static_cast<const char*>(address));
}

Space space_of_shown(const void* address) {
  const std::lock_guard<std::mutex> lock(shown().mutex);
  const auto* const inside = static_cast<const char*>(address);
  auto place = shown().by_address.upper_bound(inside);
  if (place == shown().by_address.begin()) return nullptr;
  --place;
  return static_cast<std::size_t>(inside - place->first) < place->second.bytes ? place->second.space
                                                                               : nullptr;
}

}  // namespace hcrt
