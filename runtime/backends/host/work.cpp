#include "work.hpp"

#include <algorithm>
#include <cstring>

#include "../../core/launch_variables.hpp"
#include "../../core/log.hpp"
#include "../../core/memory.hpp"
#include "../../core/per_thread.hpp"
#include "guard.hpp"
#include "pool.hpp"

namespace hcrt::backends::host {
namespace {

constexpr std::uint64_t flat_items = 4096;       // most work-items of a group in a flat launch
constexpr std::uint64_t least_row = 64;          // a row shorter than this is not split further
constexpr std::uint64_t groups_per_thread = 16;  // so many groups even out threads of unequal speed

// A thread's memory for kernels, kept from launch to launch.
class ThreadMemory {
 public:
  ~ThreadMemory() { free_host_memory(address_); }
  ThreadMemory() = default;
  ThreadMemory(const ThreadMemory&) = delete;
  ThreadMemory& operator=(const ThreadMemory&) = delete;

  char* get(std::size_t bytes) {
    if (bytes > bytes_) {
      char* const larger = static_cast<char*>(allocate_host_memory(bytes, cache_line));
      free_host_memory(address_);
      address_ = larger;
      bytes_ = bytes;
    }
    return address_;
  }

 private:
  char* address_ = nullptr;
  std::size_t bytes_ = 0;
};

// Rows as long as possible, for the kernel's vectorised inner loop, yet enough groups for all threads;
// several rows to a group where rows are short.
void choose_flat_group(const LaunchShape& shape, std::uint32_t group[3]) {
  const std::uint64_t wanted = Pool::instance().threads() * groups_per_thread;
  const std::uint64_t rows = shape.global[1] * shape.global[2];
  const std::uint64_t splits = (wanted + rows - 1) / rows;
  std::uint64_t row = round_up((shape.global[0] + splits - 1) / splits, least_row);
  row = std::min(std::min(row, flat_items), shape.global[0]);
  const std::uint64_t rows_in_group =
      std::max<std::uint64_t>(1, std::min({flat_items / row, shape.global[1], rows / wanted}));
  group[0] = static_cast<std::uint32_t>(row);
  group[1] = static_cast<std::uint32_t>(rows_in_group);
  group[2] = 1;
}

hcrt_host_launch describe_launch(const LaunchShape& shape, std::uint64_t* groups) {
  hcrt_host_launch launch{};
  const bool flat = !shape.group[0];
  if (flat) choose_flat_group(shape, launch.group_size);
  *groups = 1;
  for (int d = 0; d < 3; ++d) {
    if (!flat) launch.group_size[d] = shape.group[d];
    launch.global_size[d] = static_cast<std::uint32_t>(shape.global[d]);
    launch.num_groups[d] =
        static_cast<std::uint32_t>((shape.global[d] + launch.group_size[d] - 1) / launch.group_size[d]);
    *groups *= launch.num_groups[d];
  }
  launch.dynamic_bytes = shape.dynamic_bytes;
  return launch;
}

bool is_contiguous(const Copy& copy) {
  const bool rows = copy.rows == 1 ||
                    (copy.destination_row_pitch == copy.row_bytes && copy.source_row_pitch == copy.row_bytes);
  const std::size_t slice = copy.row_bytes * copy.rows;
  return rows &&
         (copy.slices == 1 || (copy.destination_slice_pitch == slice && copy.source_slice_pitch == slice));
}

}  // namespace

KernelWork::KernelWork(const Launch& launch)
    : label_(launch.label),
      code_(static_cast<const Function*>(launch.function)->code),
      launch_(describe_launch(*launch.shape, &groups_)),
      static_bytes_(launch.function->entry.tile_static_bytes) {
  const Entry& entry = launch.function->entry;
  const std::uint64_t items =
      std::uint64_t{launch_.group_size[0]} * launch_.group_size[1] * launch_.group_size[2];
  scratch_bytes_ =
      round_up(round_up(entry.scratch_fixed, cache_line) + entry.scratch_per_item * items, cache_line);
}

void KernelWork::run(const void* argument, LaunchState& state, std::uint64_t first,
                     std::uint64_t last) const {
  hcrt_host_launch launch = launch_;
  launch.state = &state;
  ThreadMemory& memory = PerThread<ThreadMemory>::get();
  host_group_bytes[0] = static_bytes_;
  host_group_bytes[1] = launch_.dynamic_bytes;
  char* const scratch = memory.get(scratch_bytes_ + launch_.dynamic_bytes + cache_line);
  const std::string broken =
      run_guarded(code_, argument, &launch, first, last, scratch, scratch + scratch_bytes_);
  if (!broken.empty()) throw Error(Errc::runtime, text("%s: %s", label_, broken.c_str()));
  if (state.failed.load(std::memory_order_relaxed)) throw state.error();
}

bool KernelWork::is_brief() const noexcept {
  const std::uint32_t* const items = launch_.global_size;
  return items[0] <= flat_items && std::uint64_t{items[0]} * items[1] <= flat_items &&
         std::uint64_t{items[0]} * items[1] * items[2] <= flat_items;
}

bool KernelWork::operator==(const KernelWork& other) const noexcept {
  return code_ == other.code_ && label_ == other.label_ &&
         std::memcmp(&launch_, &other.launch_, sizeof launch_) == 0;
}

CopyWork::CopyWork(const Copy& copy) : copy_(copy), contiguous_(is_contiguous(copy)) {
  const std::uint64_t rows = copy.rows * copy.slices;
  units_ = !copy.row_bytes ? 0 : contiguous_ ? (copy.row_bytes * rows + copy_unit - 1) / copy_unit : rows;
}

void CopyWork::run(std::uint64_t first, std::uint64_t last) const {
  auto* const to = static_cast<char*>(copy_.destination);
  const auto* const from = static_cast<const char*>(copy_.source);
  if (contiguous_) {
    const std::size_t total = copy_.row_bytes * copy_.rows * copy_.slices;
    const std::size_t begin = first * copy_unit, end = std::min<std::size_t>(last * copy_unit, total);
    std::memmove(to + begin, from + begin, end - begin);
    return;
  }
  for (std::uint64_t i = first; i < last; ++i) {
    const std::uint64_t slice = i / copy_.rows, row = i % copy_.rows;
    std::memmove(to + slice * copy_.destination_slice_pitch + row * copy_.destination_row_pitch,
                 from + slice * copy_.source_slice_pitch + row * copy_.source_row_pitch, copy_.row_bytes);
  }
}

}  // namespace hcrt::backends::host
