#include "graph_argument.hpp"

#include <cstring>
#include <unordered_set>

#include "fork.hpp"
#include "lasting.hpp"

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
  const auto* const base = static_cast<const unsigned char*>(function_object);
  const std::lock_guard<std::mutex> lock(arguments().mutex);
  for (std::size_t at = 0; at + sizeof(void*) <= bytes; at += sizeof(void*)) {
    GraphArgument* word;
    std::memcpy(&word, base + at, sizeof word);
    if (arguments().live.count(word) == 0 || at + word->offset + word->bytes() > bytes) continue;
    if (is_number && is_number(function_object, at)) continue;
    retain(word);
    found.push_back({Ref<GraphArgument>(word), at + word->offset});
  }
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
