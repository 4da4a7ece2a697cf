#include "queue.hpp"

#include <algorithm>
#include <cstring>

#include "../../core/launch_variables.hpp"
#include "../../core/log.hpp"
#include "../../core/memory.hpp"
#include "../../core/per_thread.hpp"
#include "guard.hpp"
#include "items.hpp"
#include "module.hpp"
#include "pool.hpp"

namespace hcrt::backends::host {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::uint64_t flat_items = 4096;       // most work-items of a group in a flat launch
constexpr std::uint64_t least_row = 64;          // a row shorter than this is not split further
constexpr std::uint64_t groups_per_thread = 16;  // so many groups even out threads of unequal speed
constexpr std::size_t copy_unit = 1 << 20;

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

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

class KernelCommand final : public Command {
 public:
  KernelCommand(const Function& function, const void* argument, const hcrt_host_launch& launch,
                std::uint64_t groups, const char* label)
      : Command(groups),
        label_(label),
        code_(function.code),
        launch_(launch),
        static_bytes_(function.entry.tile_static_bytes) {
    launch_.state = &state_;
    const Entry& entry = function.entry;
    const std::uint64_t items =
        std::uint64_t{launch.group_size[0]} * launch.group_size[1] * launch.group_size[2];
    scratch_bytes_ =
        round_up(round_up(entry.scratch_fixed, cache_line) + entry.scratch_per_item * items, cache_line);
    if (entry.parameter_bytes > sizeof inline_ || entry.parameter_align > cache_line)
      large_ = allocate_host_memory(entry.parameter_bytes,
                                    std::max<std::size_t>(entry.parameter_align, cache_line));
    std::memcpy(large_ ? large_ : inline_, argument, entry.parameter_bytes);
  }
  ~KernelCommand() override { free_host_memory(large_); }

 private:
  void run(std::uint64_t first, std::uint64_t last) override {
    ThreadMemory& memory = PerThread<ThreadMemory>::get();
    host_group_bytes[0] = static_bytes_;
    host_group_bytes[1] = launch_.dynamic_bytes;
    char* const scratch = memory.get(scratch_bytes_ + launch_.dynamic_bytes + cache_line);
    const std::string broken = run_guarded(code_, large_ ? large_ : inline_, &launch_, first, last, scratch,
                                           scratch + scratch_bytes_);
    if (!broken.empty()) throw Error(Errc::runtime, text("%s: %s", label_, broken.c_str()));
    if (state_.failed.load(std::memory_order_relaxed)) throw Error(Errc::runtime, state_.message());
  }

  const char* const label_;
  const hcrt_host_entry code_;
  hcrt_host_launch launch_;
  LaunchState state_{this};
  const std::uint32_t static_bytes_;
  std::size_t scratch_bytes_;
  void* large_ = nullptr;  // the function object, where it is larger than inline_
  alignas(cache_line) char inline_[256];
};

class CopyCommand final : public Command {
 public:
  explicit CopyCommand(const Copy& copy)
      : Command(unit_count(copy)), copy_(copy), contiguous_(is_contiguous(copy)) {}

 private:
  static bool is_contiguous(const Copy& copy) {
    const bool rows = copy.rows == 1 || (copy.destination_row_pitch == copy.row_bytes &&
                                         copy.source_row_pitch == copy.row_bytes);
    const std::size_t slice = copy.row_bytes * copy.rows;
    return rows &&
           (copy.slices == 1 || (copy.destination_slice_pitch == slice && copy.source_slice_pitch == slice));
  }

  static std::uint64_t unit_count(const Copy& copy) {
    if (!copy.row_bytes) return 0;
    if (!is_contiguous(copy)) return copy.rows * copy.slices;
    return (copy.row_bytes * copy.rows * copy.slices + copy_unit - 1) / copy_unit;
  }

  void run(std::uint64_t first, std::uint64_t last) override {
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

  const Copy copy_;
  const bool contiguous_;
};

class FillCommand final : public Command {
 public:
  FillCommand(void* address, std::size_t bytes)
      : Command((bytes + copy_unit - 1) / copy_unit), address_(static_cast<char*>(address)), bytes_(bytes) {}

 private:
  void run(std::uint64_t first, std::uint64_t last) override {
    const std::size_t begin = first * copy_unit, end = std::min<std::size_t>(last * copy_unit, bytes_);
    std::memset(address_ + begin, 0, end - begin);
  }

  char* const address_;
  const std::size_t bytes_;
};

class MarkerCommand final : public Command {
 public:
  MarkerCommand() : Command(0) {}

 private:
  bool sums_up() const noexcept override { return true; }
  void run(std::uint64_t, std::uint64_t) override {}
};

// What a queue's next command comes after, submitted by whoever opens the gate.
class GateCommand final : public Command {
 public:
  GateCommand() : Command(0) {}
  void open(const FailureRef& failure) {
    if (failure) fail(failure);
    submit(std::make_shared<Progress>());
  }

 private:
  void run(std::uint64_t, std::uint64_t) override {}
};

class HostGate final : public Gate {
 public:
  explicit HostGate(GateCommand* command) : command_(command) {}
  void open(const FailureRef& failure) noexcept override { command_->open(failure); }

 private:
  std::unique_ptr<GateCommand, ReleaseCommand> command_;
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

}  // namespace

// Takes the command over; the caller gets a reference of its own.
EventHandle Queue::submit(Command* command) {
  CommandHandle owned(command);
  for (const CommandHandle& earlier : before_) command->come_after(*earlier, true);
  before_.clear();
  const std::lock_guard<std::mutex> lock(last_mutex_);
  if (last_) command->come_after(*last_, false);
  command->submit(progress_);
  command->retain();
  last_ = std::move(owned);
  return EventHandle(command);
}

EventHandle Queue::launch(const Launch& launch) {
  std::uint64_t groups;
  const hcrt_host_launch description = describe_launch(*launch.shape, &groups);
  return submit(new KernelCommand(*static_cast<const Function*>(launch.function), launch.argument,
                                  description, groups, launch.label));
}

EventHandle Queue::copy(const Copy& copy) { return submit(new CopyCommand(copy)); }

EventHandle Queue::fill_zero(void* address, std::size_t bytes) {
  return submit(new FillCommand(address, bytes));
}

EventHandle Queue::marker() { return submit(new MarkerCommand); }

bool Queue::depend(Event& event) {
  if (event.family() != Command::family_tag()) return false;
  auto& command = static_cast<Command&>(event);
  if (!command.may_fail()) return true;  // it is complete, and well
  command.retain();
  before_.push_back(CommandHandle(&command));
  return true;
}

std::unique_ptr<Gate> Queue::hold() {
  auto* const command = new GateCommand;
  command->retain();
  before_.push_back(CommandHandle(command));
  return std::make_unique<HostGate>(command);
}

void Queue::wait() {
  CommandHandle last;
  {
    const std::lock_guard<std::mutex> lock(last_mutex_);
    if (!last_) return;
    last_->retain();
    last.reset(last_.get());
  }
  last->wait();
  if (const FailureRef failure = progress_->unseen()) failure->deliver();
}

}  // namespace hcrt::backends::host
