// A set of a buffer's bytes as ranges: which of them one copy holds.
#ifndef HCRT_CORE_BYTE_RANGES_HPP
#define HCRT_CORE_BYTE_RANGES_HPP

#include <cstddef>
#include <vector>

namespace hcrt {

/// The bytes from begin up to, not including, end.
struct Range {
  std::size_t begin, end;

  std::size_t bytes() const noexcept { return end - begin; }
};

inline Range common(Range a, Range b) noexcept {
  const std::size_t begin = a.begin > b.begin ? a.begin : b.begin;
  const std::size_t end = a.end < b.end ? a.end : b.end;
  return {begin, end > begin ? end : begin};
}

// One thread at a time. Most sets are one range: everything, or one section.
class ByteRanges {
 public:
  ByteRanges() = default;
  explicit ByteRanges(Range one) { add(one); }

  bool empty() const noexcept { return ranges_.empty(); }
  bool contains(Range) const noexcept;  // all of it; an empty range always
  bool meets(Range) const noexcept;     // any of it
  void add(Range);
  void remove(Range);
  void clear() noexcept { ranges_.clear(); }

  /// What lies in the range.
  ByteRanges within(Range) const;
  /// What of the range is missing.
  ByteRanges missing(Range) const;

  std::vector<Range>::const_iterator begin() const noexcept { return ranges_.begin(); }
  std::vector<Range>::const_iterator end() const noexcept { return ranges_.end(); }

 private:
  std::vector<Range> ranges_;  // in order, none empty, no two of them touch
};

}  // namespace hcrt
#endif
