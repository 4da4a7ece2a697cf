#include "matchers.hpp"

#include <algorithm>

void append_match(const match_list& list, unsigned int position, unsigned int pattern) [[hc]] {
  const unsigned int slot = hc::atomic_fetch_inc(list.count);
  if (slot < list.capacity) {
    list.matches[slot].position = position;
    list.matches[slot].pattern = pattern;
  }
}

results::results(hc::accelerator_view& av, unsigned int capacity)
  : av_(av), matches_(av, NULL, capacity * sizeof(match)), count_(av, NULL, sizeof(unsigned int)) {
  list_.matches = matches_.as<match>();
  list_.count = count_.as<unsigned int>();
  list_.capacity = capacity;
  clear();
}

void results::clear() {
  const unsigned int zero = 0;
  av_.copy(&zero, list_.count, sizeof(zero));
}

std::vector<match> results::sorted() {
  unsigned int count = 0;
  av_.copy(list_.count, &count, sizeof(count));
  std::vector<match> found(std::min(count, list_.capacity));
  if (!found.empty())
    av_.copy(list_.matches, found.data(), found.size() * sizeof(match));
  std::sort(found.begin(), found.end());
  return found;
}
