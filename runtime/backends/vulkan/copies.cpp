// Copies of a queue: by the device where it reaches both sides, else through chunks that both see.
#include <algorithm>
#include <cstring>
#include <utility>

#include "../../core/log.hpp"
#include "queue.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{4} << 20, least_chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t most_chunks = 4, most_regions = 1024;

}  // namespace

void Queue::wait_for_dependencies() {
  timeline_->wait(submitted_);
  for (const auto& [timeline, value] : waits_) timeline->wait(value);
  waits_.clear();
}

EventHandle Queue::copy(const Copy& copy) {
  auto* const to = static_cast<unsigned char*>(copy.destination);
  const auto* const from = static_cast<const unsigned char*>(copy.source);
  std::vector<Row> rows;
  for (std::size_t slice = 0; slice < copy.slices && copy.row_bytes; ++slice)
    for (std::size_t row = 0; row < copy.rows; ++row)
      rows.push_back({to + slice * copy.destination_slice_pitch + row * copy.destination_row_pitch,
                      from + slice * copy.source_slice_pitch + row * copy.source_row_pitch, copy.row_bytes});
  if (rows.empty()) return marker();
  const auto memory_of = [this](Side side, const void* first) {
    return side == Side::device ? device_.find(first) : device_.find_pinned(first);
  };
  return in_parts(
      [&] { copy_rows(rows, memory_of(copy.destination_side, to), memory_of(copy.source_side, from)); });
}

// Gives the event of the last part; where the host has done it all, of an empty command.
template <class Work>
EventHandle Queue::in_parts(const Work& work) {
  try {
    work();
    EventHandle last = std::exchange(last_part_, nullptr);
    return last ? std::move(last) : marker();
  } catch (...) {  // also where the host has no memory for the rest
    give_up();
    throw;
  }
}

// A part of the work may have been submitted, and nobody has an event to wait for before the memory is freed.
// The rest of a copy is not done with a later one's.
void Queue::give_up() noexcept {
  last_part_ = nullptr;
  for (Chunk& chunk : chunks_) {
    chunk.filled = 0;
    chunk.regions.clear();
    chunk.results.clear();
  }
  try {
    timeline_->wait(submitted_);
  } catch (const Error& error) {
    HCRT_LOG("a failed copy on %s: %s", narrow(device_.info().path).c_str(), error.what());
  }
}

// An allocation without a buffer: plain memory of the host, which the device does not reach.
void Queue::copy_rows(const std::vector<Row>& rows, const Allocation& target, const Allocation& source) {
  const bool host_writes = !target.buffer || target.mapped, host_reads = !source.buffer || source.mapped;
  if (host_writes && host_reads) {
    wait_for_dependencies();
    for (const Row& row : rows) {
      unsigned char* const to =
          target.buffer ? target.mapped + (reinterpret_cast<u64>(row.to) - target.address) : row.to;
      const unsigned char* const from =
          source.buffer ? source.mapped + (reinterpret_cast<u64>(row.from) - source.address) : row.from;
      std::memmove(to, from, row.bytes);
    }
  } else if (!source.buffer) {
    upload(rows, target);
  } else if (!target.buffer) {
    download(rows, source);
  } else {
    Chunk none;
    for (const Row& row : rows)
      none.regions.push_back({reinterpret_cast<u64>(row.from) - source.address,
                              reinterpret_cast<u64>(row.to) - target.address, row.bytes});
    send(none, target.buffer, source.buffer);
  }
}

// The host fills a chunk while the device copies those before it.
void Queue::upload(const std::vector<Row>& rows, const Allocation& target) {
  std::size_t left = 0;
  for (const Row& row : rows) left += row.bytes;
  Chunk* chunk = nullptr;
  for (const Row& row : rows)
    for (std::size_t at = 0; at < row.bytes;) {
      if (!chunk) chunk = &take_chunk(left);
      const std::size_t part = std::min(row.bytes - at, chunk->memory.bytes - chunk->filled);
      std::memcpy(chunk->memory.mapped + chunk->filled, row.from + at, part);
      chunk->regions.push_back({chunk->filled, reinterpret_cast<u64>(row.to) + at - target.address, part});
      chunk->filled += part;
      at += part;
      left -= part;
      if (chunk->filled == chunk->memory.bytes || chunk->regions.size() == most_regions || !left) {
        send(*chunk, target.buffer, chunk->memory.buffer);
        chunk = nullptr;
      }
    }
}

// The device fills chunks while the host empties the one before them.
void Queue::download(const std::vector<Row>& rows, const Allocation& source) {
  std::size_t left = 0;
  for (const Row& row : rows) left += row.bytes;
  Chunk* chunk = nullptr;
  for (const Row& row : rows)
    for (std::size_t at = 0; at < row.bytes;) {
      if (!chunk) chunk = &take_chunk(left);
      const std::size_t part = std::min(row.bytes - at, chunk->memory.bytes - chunk->filled);
      chunk->regions.push_back({reinterpret_cast<u64>(row.from) + at - source.address, chunk->filled, part});
      chunk->results.emplace_back(row.to + at, part);
      chunk->filled += part;
      at += part;
      left -= part;
      if (chunk->filled == chunk->memory.bytes || chunk->regions.size() == most_regions || !left) {
        send(*chunk, chunk->memory.buffer, source.buffer);
        chunk = nullptr;
      }
    }
  for (Chunk& sent : chunks_) take_results(sent);
}

void Queue::take_results(Chunk& chunk) {
  if (chunk.results.empty()) return;
  timeline_->wait(chunk.value);
  std::size_t at = 0;
  for (const auto& [to, bytes] : chunk.results) {
    std::memcpy(to, chunk.memory.mapped + at, bytes);
    at += bytes;
  }
  chunk.results.clear();
}

// An empty one, the last of the list: of the oldest one's memory where the device is done with it.
Queue::Chunk& Queue::take_chunk(std::size_t bytes) {
  if (!chunks_.empty() && (chunks_.size() >= most_chunks || timeline_->reached(chunks_.front().value))) {
    take_results(chunks_.front());
    timeline_->wait(chunks_.front().value);
    chunks_.push_back(std::move(chunks_.front()));
    chunks_.pop_front();
  } else {
    chunks_.emplace_back();
  }
  Chunk& chunk = chunks_.back();
  const std::size_t wanted = bytes > least_chunk_bytes ? chunk_bytes : least_chunk_bytes;
  if (chunk.memory.bytes < wanted) {
    const Allocation larger = device_.make(wanted, Place::host);
    device_.destroy(chunk.memory);
    chunk.memory = larger;
  }
  chunk.filled = 0;
  return chunk;
}

void Queue::send(Chunk& chunk, VkBuffer to, VkBuffer from) {
  Slot& slot = take_slot(0);
  begin(slot);
  api_.vkCmdCopyBuffer(slot.commands, from, to, static_cast<u32>(chunk.regions.size()), chunk.regions.data());
  last_part_ = submit(slot, "copy", to == chunk.memory.buffer);
  chunk.value = submitted_;
  chunk.regions.clear();
}

EventHandle Queue::fill_zero(void* address, std::size_t bytes) {
  return in_parts([&] { write_zeros(address, bytes); });
}

void Queue::write_zeros(void* address, std::size_t bytes) {
  const Allocation target = device_.find(address);
  const u64 at = reinterpret_cast<u64>(address) - target.address;
  if (target.mapped) {
    wait_for_dependencies();
    std::memset(target.mapped + at, 0, bytes);
    return;
  }
  const u64 first = std::min<u64>(-at & 3, bytes), words = (bytes - first) & ~u64{3};
  if (words) {
    Slot& slot = take_slot(0);
    begin(slot);
    api_.vkCmdFillBuffer(slot.commands, target.buffer, at + first, words, 0);
    last_part_ = submit(slot, "copy");
  }
  constexpr unsigned char zeros[4] = {};
  auto* const start = static_cast<unsigned char*>(address);
  std::vector<Row> rest;
  if (first) rest.push_back({start, zeros, first});
  if (const std::size_t last = bytes - first - words) rest.push_back({start + (first + words), zeros, last});
  if (!rest.empty()) upload(rest, target);
}

}  // namespace hcrt::backends::vulkan
