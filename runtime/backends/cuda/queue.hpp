#ifndef HCRT_BACKENDS_CUDA_QUEUE_HPP
#define HCRT_BACKENDS_CUDA_QUEUE_HPP

#include <atomic>
#include <deque>
#include <mutex>

#include "module.hpp"
#include "seen_times.hpp"

namespace hcrt::backends::cuda {

/// GPU events around one command.
struct Timing {
  CUevent begin = nullptr, end = nullptr;
  const Api* api = nullptr;
  ~Timing();
};

inline bool is_empty(const Copy& copy) { return !copy.row_bytes || !copy.rows || !copy.slices; }

/// How a copy is given to a stream.
enum class CopyWay {
  enqueued,  // nothing of it is pageable, or the caller waits for it
  staged,    // from pageable memory that is read at once
  aside,     // of pageable memory, to an idle stream: the driver makes it while its caller waits
};

// A stream. A launch records no event: commands are numbered, and an event is recorded after the newest
// command when somebody asks for one of them (or when checkpoint() says that somebody may).
// One thread at a time; pending(), wait(), flush(), is_complete(), wait_for(): any thread.
class Queue final {
 public:
  Queue(Device&, const QueueOptions&);
  ~Queue();

  EventHandle launch(const Launch&);
  EventHandle copy(const Copy&, CopyWay);
  EventHandle fill_zero(void* address, std::size_t bytes);
  EventHandle marker();
  bool depend(backends::Event&);
  void checkpoint();
  void wait();
  std::size_t pending() noexcept;

  /// A function object that travels by pointer, on its way to its block on the device.
  struct LargeLaunch {
    const void* argument;
    void* block;
    std::size_t bytes;
  };
  EventHandle launch(CUgraphExec, const std::vector<LargeLaunch>&);

  CopyWay way_of(const Copy&) noexcept;
  bool needs_pageable(const Copy&) const noexcept;

  bool is_complete(std::uint64_t sequence) noexcept;
  void wait_for(std::uint64_t sequence);
  FailureRef failure_of(std::uint64_t sequence) noexcept;
  Ticks measure(const Timing&) const noexcept;
  std::uint64_t seen_complete(std::uint64_t sequence) noexcept { return seen_->of(sequence); }

 private:
  bool is_over(std::uint64_t sequence) noexcept;
  // An event after all commands up to a sequence number.
  struct Checkpoint {
    std::uint64_t sequence;
    CUevent event;
  };
  using CheckpointHandle = std::shared_ptr<Checkpoint>;
  // Memory of a function object that travels by pointer, or of what was staged.
  struct LargeArgument {
    std::uint64_t sequence;
    void* device_block;
    void* pinned_block;
  };

  void open(const QueueOptions&);
  void close() noexcept;
  CheckpointHandle checkpoint_for(std::uint64_t sequence);
  void poll() noexcept;
  void completed_up_to(std::uint64_t sequence) noexcept;
  std::unique_ptr<Timing> start_timing();
  EventHandle finish_submit(std::unique_ptr<Timing>);
  CUdeviceptr send_large_argument(const Launch&);
  void send(const void* bytes, void* block, std::size_t count);
  void free_large_arguments() noexcept;
  bool fills_host_memory() noexcept;
  bool is_pageable(const void*) const noexcept;

  Device& device_;
  const Api& api_;
  CUstream stream_ = nullptr;
  const bool timing_;
  std::atomic<std::uint64_t> submitted_{0}, completed_{0};
  const std::shared_ptr<SeenTimes> seen_ = std::make_shared<SeenTimes>();
  std::mutex checkpoints_mutex_;
  std::deque<CheckpointHandle> checkpoints_;  // by sequence; those beyond completed_
  std::vector<CUevent> spare_events_;
  std::deque<LargeArgument> large_arguments_;
  bool awaits_ = false;             // the next command waits for something of another queue
  std::uint64_t awaited_ = 0;       // the newest command that did
  std::uint64_t host_written_ = 0;  // the newest command that may write host memory
};

}  // namespace hcrt::backends::cuda
#endif
