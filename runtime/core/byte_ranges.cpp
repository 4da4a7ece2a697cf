#include "byte_ranges.hpp"

#include <algorithm>

namespace hcrt {

bool ByteRanges::contains(Range range) const noexcept {
  if (range.begin >= range.end) return true;
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](Range one) { return one.begin <= range.begin && range.end <= one.end; });
}

bool ByteRanges::meets(Range range) const noexcept {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](Range one) { return one.begin < range.end && range.begin < one.end; });
}

void ByteRanges::add(Range range) {
  if (range.begin >= range.end || contains(range)) return;
  // Those that touch the new range become one with it.
  const auto first =
      std::find_if(ranges_.begin(), ranges_.end(), [&](Range one) { return one.end >= range.begin; });
  auto last = first;
  for (; last != ranges_.end() && last->begin <= range.end; ++last) {
    range.begin = std::min(range.begin, last->begin);
    range.end = std::max(range.end, last->end);
  }
  if (first == last) {
    ranges_.insert(first, range);
    return;
  }
  *first = range;
  ranges_.erase(first + 1, last);
}

void ByteRanges::remove(Range range) {
  if (!meets(range)) return;
  std::vector<Range> kept;
  for (const Range one : ranges_) {
    if (one.begin < range.begin) kept.push_back({one.begin, std::min(one.end, range.begin)});
    if (one.end > range.end) kept.push_back({std::max(one.begin, range.end), one.end});
  }
  ranges_ = std::move(kept);
}

ByteRanges ByteRanges::within(Range range) const {
  ByteRanges part;
  for (const Range one : ranges_) {
    const Range shared = common(one, range);
    if (shared.bytes()) part.ranges_.push_back(shared);
  }
  return part;
}

ByteRanges ByteRanges::missing(Range range) const {
  ByteRanges rest(range);
  for (const Range one : ranges_) rest.remove(one);
  return rest;
}

}  // namespace hcrt
