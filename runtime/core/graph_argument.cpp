#include "graph_argument.hpp"

#include <cstring>
#include <unordered_set>

#include "fork.hpp"
#include "lasting.hpp"
#include "objects.hpp"

namespace hcrt {
namespace {

// The arguments that exist: recording looks for their addresses.
struct Arguments {
  Arguments() { lock_around_forks<ForkPart::graph_arguments>(mutex); }

  std::mutex mutex;
  std::unordered_set<const GraphArgument*> live;
};

Arguments& arguments() { return lasting<Arguments>(); }

}  // namespace

GraphArgument::GraphArgument(const void* value, std::size_t bytes, std::size_t value_offset)
    : offset(value_offset),
      value_(static_cast<const unsigned char*>(value), static_cast<const unsigned char*>(value) + bytes) {
  const std::lock_guard<std::mutex> lock(arguments().mutex);
  arguments().live.insert(this);
}

GraphArgument::~GraphArgument() {
  const std::lock_guard<std::mutex> lock(arguments().mutex);
  arguments().live.erase(this);
}

void GraphArgument::set(const void* value) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::memcpy(value_.data(), value, value_.size());
  version_.fetch_add(1, std::memory_order_release);
}

std::uint64_t GraphArgument::read(void* value) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::memcpy(value, value_.data(), value_.size());
  return version();
}

// The function object holds its own reference, so an argument in it can't end meanwhile.
std::vector<FoundArgument> find_arguments(const void* function_object, std::size_t bytes,
                                          IsNumber is_number) {
  std::vector<FoundArgument> found;
  const std::lock_guard<std::mutex> lock(arguments().mutex);
  for_each_word(function_object, bytes, [&](std::size_t at, const void* word) {
    auto* const argument = static_cast<GraphArgument*>(const_cast<void*>(word));
    if (arguments().live.count(argument) == 0 || at + argument->offset + argument->bytes() > bytes) return;
    if (holds_number(is_number, function_object, at)) return;
    retain(argument);
    found.push_back({Ref<GraphArgument>(argument), at + argument->offset});
  });
  return found;
}

void retain(GraphArgument* argument) noexcept {
  argument->references.fetch_add(1, std::memory_order_relaxed);
}
void release(GraphArgument* argument) noexcept {
  if (argument->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete argument;
}

Ref<GraphArgument> create_argument(const void* value, std::size_t bytes, std::size_t offset) {
  return Ref<GraphArgument>(new GraphArgument(value, bytes, offset));
}
void set_argument(GraphArgument* argument, const void* value) { argument->set(value); }
void read_argument(const GraphArgument* argument, void* value) { argument->read(value); }

}  // namespace hcrt
