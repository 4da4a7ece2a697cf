// Who holds the newest copy of a buffer: array's and array_view's inside.
#ifndef HCRT_CORE_RESIDENCY_HPP
#define HCRT_CORE_RESIDENCY_HPP

#include <atomic>
#include <mutex>

#include "byte_ranges.hpp"
#include "memory.hpp"
#include "queue.hpp"

namespace hcrt {

inline bool reads(Access access) { return (static_cast<unsigned>(access) & 1u) != 0; }
inline bool writes(Access access) { return (static_cast<unsigned>(access) & 2u) != 0; }

/// While one exists, its thread waits at once for each copy that it makes.
class CallerWaits {
 public:
  CallerWaits() noexcept { ++depth_; }
  ~CallerWaits() { --depth_; }
  CallerWaits(const CallerWaits&) = delete;
  CallerWaits& operator=(const CallerWaits&) = delete;
  static bool now() noexcept { return depth_ > 0; }

 private:
  static thread_local int depth_;
};

// Any thread; the caller of a function below "lock" holds `mutex`. Two buffers are locked in the order of
// their addresses.
class Buffer {
 public:
  enum class Kind { view, array, adopted };
  struct Setup {
    Kind kind;
    std::size_t bytes;
    Access cpu_access;
    bool writable;
    Queue* home;
    Queue* associated;
  };

  explicit Buffer(const Setup&);
  ~Buffer();

  const Kind kind;
  const std::size_t bytes;
  const Access cpu_access;
  const bool writable;
  const Ref<Queue> home, associated;
  std::atomic<long> references{1};
  std::atomic<bool> abandoned{false};  // its end writes nothing back and waits for nothing
  std::mutex mutex;

  /// `mutex`, locked when no work elsewhere writes what the host wants of the range. It is not held while the
  /// caller waits for that work, nor is a queue: drivers keep a queue while they copy pageable memory.
  std::unique_lock<std::mutex> lock_when_written(Range);

  // --- lock ---
  /// Memory that the buffer does not own, holding the contents.
  void add_foreign(Space, void* address);
  /// The address in a space; allocates there on first use.
  void* address(Space);
  /// Brings the bytes to the queue's device, those that are not there and have contents.
  void make_current(Queue*, Range);
  void make_current_on_host(Range);
  Range all() const noexcept { return {0, bytes}; }
  bool current_in(Space, Range) const;     // all of the range
  Space space_with_contents(Range) const;  // a space that has all of the range; host memory where none has
  bool has_address(Space) const;
  bool host_is_foreign() const;  // a view's host memory is the program's own
  /// Its own host memory, which it has not got yet, will be pinned for a device that has a copy.
  void prefer_pinned();
  /// What an access by work of the queue must come after, besides that queue's own work. Null: work of none.
  void add_dependencies(Access, const Queue*, Dependencies&) const;
  /// Work that accesses the range of the copy in the space was submitted.
  void used(Space, Access, Range, const Ref<Event>&);
  /// Host code is about to access the host copy: waits.
  void wait_for_host(Access);
  void only_current_in(Space, Range);
  void also_current_in(Space, Range);
  void forget_contents(Range);
  /// What to fetch where host code wants the range: more, where it reads one part after the other.
  Range read_ahead(Range);
  /// The address in a space, which the program gets.
  void* shown_address(Space);
  Ref<Event> writer() const { return writer_ ? writer_.event() : completed_event(); }

 private:
  struct Copy {
    Block block;
    Space space;
    bool owned;
    ByteRanges current;
    bool shown = false;
  };

  const Copy* find(Space) const;
  Copy& copy_in(Space);
  Queue* queue_for(Space) const;
  void transfer(Queue*, const Copy& from, Copy& to, Range);
  void fill_unwritten(Queue*, Copy&, Range);

  std::vector<Copy> copies_;
  Device* pinned_for_ = nullptr;
  ByteRanges unwritten_;  // still zeros. What neither this nor a copy has is undefined
  Range fetched_{0, 0};   // by the host's last read
  EventUse writer_;       // the newest work that writes any copy
  EventUses readers_;     // work since then that reads, the newest of each queue
};

/// The command that copies a region of one buffer to one of another; addresses of their first bytes.
backends::Copy describe_copy(const void* source, const Region& from, Space from_space, void* destination,
                             const Region& to, Space to_space);

}  // namespace hcrt
#endif
