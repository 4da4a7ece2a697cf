// Values in function objects that may change between two launches of a task graph: graph_argument's inside.
#ifndef HCRT_CORE_GRAPH_ARGUMENT_HPP
#define HCRT_CORE_GRAPH_ARGUMENT_HPP

#include <atomic>
#include <hcrt/runtime.hpp>
#include <mutex>

namespace hcrt {

// Any thread, at the same time. A function object holds its address, and the value `offset` bytes after that
// word.
class GraphArgument {
 public:
  GraphArgument(const void* value, std::size_t bytes, std::size_t offset);
  ~GraphArgument();

  std::size_t bytes() const noexcept { return value_.size(); }
  std::uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }
  void set(const void* value);
  /// Copies the value out; gives the version that it has.
  std::uint64_t read(void* value) const;

  const std::size_t offset;
  std::atomic<long> references{1};

 private:
  mutable std::mutex mutex_;
  std::atomic<std::uint64_t> version_{1};  // counts calls of set()
  std::vector<unsigned char> value_;
};

/// An argument found in a function object, and where its value lies there.
struct FoundArgument {
  Ref<GraphArgument> argument;
  std::size_t offset;
};
std::vector<FoundArgument> find_arguments(const void* function_object, std::size_t bytes, IsNumber);

}  // namespace hcrt
#endif
